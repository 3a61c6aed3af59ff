"""What a sentence about memory begins with: yes, no, a format, a length or a count, with GiB."""

import re
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any

from pricing.asking.counts import LEAST_SPEED, PER_NODE
from pricing.asking.questions import Ask
from pricing.unit_costs.query import UnitCostQuery
from service.asking.answer import Figure
from service.asking.concurrency import HELD_FRACTION, RATE
from service.asking.figures.figure import Fields
from service.asking.figures.memory import taken_gibibytes
from service.asking.memory_fit import Fit
from service.sentences.amounts import rough
from service.summaries.parts import device_words

LED = ("quant", "fits", "context", "count")
"""Figures whose sentence begins with memory."""

OF_LEAD = frozenset(
    {
        *("taken_gibibytes", "used_gibibytes", "all_used_gibibytes", "capacity_gibibytes"),
        "device_count",
        "context_tokens",
    }
)
"""Figures that the beginning of a sentence tells."""

_PARTS = re.compile(r" \([^)]*\)")
"""The parts of what does not fit, in a refusal."""


def lead_of(ask: Ask, fit: Fit, fields: Fields) -> str:
    """What the sentence begins with; empty where memory is not asked for."""
    held = fields.get("memory")
    if held is None and fit.missed:
        return _missed(fit, ask.query, fields)
    asked = next((name for name in LED if name in ask.figures), None)
    if held is None or (asked is None and (not fit.refusal or fit.is_least)):
        return ""
    of_all = _taken(held, fields)
    if asked is not None and asked in OPEN:
        is_told = ask.kind == "unit_costs"
        return OPEN[asked](ask, fit, fields, of_all) if is_told else ""
    if fit.missed:
        return _missed(fit, ask.query, fields)
    if fit.is_format:
        return _of_format(fit, _format_of(fit, fields), of_all, is_asked=asked is not None)
    return _of_load(ask, fit, fields, of_all)


def _of_format(fit: Fit, used_in: str, of_all: str, *, is_asked: bool) -> str:
    """Yes in a format that is smaller than the usual one, or under an engine that needs less."""
    if fit.query.deployment.precision is None:
        fits, larger = f"under {fit.query.deployment.engine}", ", which needs less than others"
    else:
        fits, larger = f"in {used_in}", f"; {fit.refusal} fit"
    return f"{'Yes' if is_asked else 'It fits'} {fits}{larger}: {of_all}. "


def break_even_lead(fields: Fields, figures: Sequence[str]) -> str:
    """That no volume of the curve breaks even with an API, where one is asked for."""
    other = next(iter(fields.get("alternatives") or ()), None)
    if other is None or "break_even" not in figures or other["break_even_requests_per_day"]:
        return ""
    most = other["curve"][-1]["requests_per_day"]
    return f"No break-even: {other['name']} costs less up to {rough(most)} requests a day. "


def length_of(ask: Ask, fit: Fit) -> tuple[Figure, ...]:
    """The longest requests that fit, where they are asked for."""
    if "context" not in ask.figures or not isinstance(fit.query, UnitCostQuery):
        return ()
    length = fit.query.load.input_tokens or 0.0
    return (Figure(name="context_tokens", value=length, words="tokens in fit"),)


def _taken(held: Fields, fields: Fields) -> str:
    """How much of the memory is taken; of a run that of each device."""
    is_run = "used_gibibytes" in held
    used = held["used_gibibytes"] if is_run else taken_gibibytes(held)
    what = " a device" if is_run and fields["device_count"] > 1 else ""
    before = "" if is_run else " before any KV cache"
    return f"{rough(used)} of {rough(held['capacity_gibibytes'])} GiB{what} are taken{before}"


def _held(fields: Fields) -> str:
    return f"{device_words(fields)} {'holds' if fields['device_count'] == 1 else 'hold'}"


def _format_of(fit: Fit, fields: Fields) -> str:
    """The format of an answer, as the question spells it."""
    return str(fit.query.deployment.precision or fields["precision"])


def _of_quant(_: Ask, fit: Fit, fields: Fields, of_all: str) -> str:
    """Which format fits."""
    larger = f", and {fit.refusal}" if fit.refusal else ""
    return f"{_format_of(fit, fields)} fits{larger}: {of_all}. "


def _of_context(_: Ask, fit: Fit, fields: Fields, of_all: str) -> str:
    """How long requests may be."""
    longer = f"and {fit.beyond:,.0f} do not" if fit.beyond else "the most it was made for"
    smaller = f" in {_format_of(fit, fields)} ({fit.refusal} fit)" if fit.is_format else ""
    return f"{fit.query.load.input_tokens:,.0f} tokens in fit{smaller}, {longer}: {of_all}. "


def _of_count(ask: Ask, fit: Fit, fields: Fields, of_all: str) -> str:
    """How many devices hold a model, or a crowd at once."""
    nodes = _nodes(ask, fields)
    if fit.is_least:
        return f"{nodes}{_held(fields)} it: {of_all}. "
    crowd = _crowd(fit.query)
    if crowd is None or not fields["performance"]["tpot_seconds"]:
        return nodes
    verb = "serves" if fields["device_count"] == 1 else "serve"
    return f"{nodes}{device_words(fields)} {verb} {_at_once(crowd, fields)}. "


OPEN: Mapping[str, Callable[[Ask, Fit, Fields, str], str]] = {
    "quant": _of_quant,
    "context": _of_context,
    "count": _of_count,
}
"""What is told of what is asked for by which, how long and how many."""


def _nodes(ask: Ask, fields: Fields) -> str:
    """How many nodes devices are, where nodes are counted."""
    of_each = ask.counts.get(PER_NODE)
    if of_each is None:
        return ""
    nodes = ceil(fields["device_count"] / of_each)
    return f"{nodes:,} node{'' if nodes == 1 else 's'} of {of_each:g}: "


def _crowd(query: Any) -> float | None:
    return query.load.concurrency if isinstance(query, UnitCostQuery) else None


def _at_once(crowd: float, fields: Fields) -> str:
    speed = 1.0 / fields["performance"]["tpot_seconds"]
    if crowd == 1.0:
        return f"a request alone at {speed:,.3g} tokens a second"
    return f"{crowd:,.0f} at once at {speed:,.3g} tokens a second each"


def _of_load(ask: Ask, fit: Fit, fields: Fields, of_all: str) -> str:
    """Yes or no for what fits, by the load that is asked about."""
    if fit.refusal:
        why = _PARTS.sub("", fit.refusal).partition(", with ")[0]
        return f"No: {why}. {_held(fields)} it: {of_all}. "
    if not isinstance(fit.query, UnitCostQuery):
        return f"Yes: {of_all}. "
    performance = fields["performance"]
    crowd, least = _crowd(fit.query), ask.counts.get(LEAST_SPEED)
    speed = performance["output_tokens_per_second"]
    if least is not None:
        word = "Yes" if speed >= least else "No"
        return f"{word}: {rough(speed)} output tokens a second at full use, of {least:,.0f} asked. "
    if crowd is not None and performance["concurrency"] < HELD_FRACTION * crowd:
        return f"No: {performance['concurrency']:,.0f} of {crowd:,.0f} run at once. "
    at_once = f"{_at_once(crowd, fields)}, " if crowd and performance["tpot_seconds"] else ""
    return f"Yes: {at_once}{of_all}. "


def _missed(fit: Fit, query: Any, fields: Fields) -> str:
    """What devices sustain instead of the load that is asked about."""
    performance = fields["performance"]
    if fit.missed == "slo.tpot_seconds":
        crowd = _crowd(fit.query) or performance["concurrency"]
        each = "" if crowd == 1.0 else " each"
        most, how = _at_once(crowd, fields), f" in {fit.query.deployment.precision}"
        asked = f"No, not at {1.0 / query.slo.tpot_seconds:,.3g} tokens a second{each}"
        return f"{asked}: {most}{how if fit.is_format else ''}. "
    if fit.missed == RATE:
        most, asked = performance["requests_per_second"], query.load.requests_per_second
        return f"No: {rough(most)} requests a second are sustained, and {asked:,.3g} arrive. "
    first, asked = performance["ttft_seconds"], query.slo.ttft_seconds
    return f"No: the first token takes {first:.3g} s, and not {asked:g} s. "
