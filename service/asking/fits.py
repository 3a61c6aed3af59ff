"""Whether a model fits: yes or no with GiB, the format or the count that fits, and its answer."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pricing.asking.questions import Ask
from pricing.asking.words.fits import OF_SPEED, ONE_COUNT
from pricing.catalog.library import Library
from pricing.errors import DoesNotFit, Refusal, UnsupportedPrecision
from pricing.unit_costs.query import UnitCostQuery
from service.asking.figures.figure import Fields, devices, spoken
from service.asking.figures.memory import taken_gibibytes
from service.asking.nearby import SMALL
from service.sentences.amounts import rough

FORMATS = ("bf16", "fp8", "int8", "int4")
"""Formats that are tried where it is asked which fits, the largest first."""

LED = ("quant", "fits", "context", "count")
"""Figures whose sentence begins with memory."""

ANSWERED_LARGER = ONE_COUNT | OF_SPEED
"""Figures that more devices have, where those of the question hold no model."""

OF_LEAD = frozenset({"taken_gibibytes", "used_gibibytes", "capacity_gibibytes", "device_count"})
"""Figures that the beginning of a sentence tells."""

_PARTS = re.compile(r" \([^)]*\)")
"""The parts of what does not fit, in a refusal."""

SHORTEST_POWER, LONGEST_POWER = 9, 20
"""The powers of two whose lengths of requests are tried [log₂ tokens]."""

Answerer = Callable[[Any], Struct]


class Fit(Struct, frozen=True):
    """An answer, with the query that it answers.

    refusal: why what was asked does not fit, or the formats that do not; is_least: whether fewer
    devices do not hold it; in_small: whether the smallest format fits on what was asked;
    is_whole: whether requests are as long as is tried.
    """

    query: Any
    answer: Any
    refusal: str = ""
    is_least: bool = False
    in_small: bool = False
    is_whole: bool = False


def fitting(ask: Ask, answer: Answerer, library: Library) -> Fit:
    """The answer to a question; where something does not fit, that of more devices.

    Raises the Refusal of the question where nothing near it fits.
    """
    query: Any = ask.query
    if "quant" in ask.figures and ask.kind == "unit_costs" and query.deployment.precision is None:
        return _of_format(query, answer)
    if "context" in ask.figures and isinstance(query, UnitCostQuery):
        return _of_length(query, answer, library)
    least = _least(query, answer) if _asks_least(ask) else None
    if least is not None:
        return least
    try:
        return Fit(query, answer(query))
    except DoesNotFit as refusal:
        if not ANSWERED_LARGER & {*ask.figures}:
            raise
        larger = _larger(query, refusal, answer)
        if larger is None:
            raise
        return replace(larger, in_small=_is_held_small(query, larger.answer.precision, answer))


def _larger(query: Any, refusal: DoesNotFit, answer: Answerer) -> Fit | None:
    """The answer of the least count that holds what a question asks of fewer."""
    counts = refusal.nearest if refusal.field.endswith("device_count") else ()
    for count in counts:
        more = _with(query, device_count=int(count))
        try:
            found = answer(more)
        except Refusal:
            continue
        return Fit(more, found, refusal=refusal.detail)
    return None


def _is_held_small(query: Any, precision: str, answer: Answerer) -> bool:
    """Whether what is asked fits in the smallest format, where no format is said."""
    is_own = isinstance(query, UnitCostQuery) and query.deployment.precision is None
    if not is_own or precision in SMALL:
        return False
    try:
        answer(_with(query, precision=FORMATS[-1]))
    except Refusal:
        return False
    return True


def _of_length(query: UnitCostQuery, answer: Answerer, library: Library) -> Fit:
    """The answer of the longest requests that fit, a power of two, in what a model was made for.

    Raises the Refusal of the shortest where none fits.
    """
    low, high = SHORTEST_POWER, LONGEST_POWER
    model = query.model if isinstance(query.model, str) else ""
    known = library.get(query.catalog).models
    made_for = known[model].context_tokens if model in known else None
    if made_for is not None:
        high = max(min(high, made_for.bit_length() - 1), low)
    most = high
    best = Fit(_of_tokens(query, low), answer(_of_tokens(query, low)))
    while low < high:
        middle = (low + high + 1) // 2
        longer = _of_tokens(query, middle)
        try:
            best = Fit(longer, answer(longer))
            low = middle
        except Refusal:
            high = middle - 1
    return replace(best, is_whole=low == most)


def _of_tokens(query: UnitCostQuery, power: int) -> UnitCostQuery:
    """A question with requests of a power of two tokens in."""
    return replace(query, load=replace(query.load, input_tokens=2.0**power))


def _least(query: UnitCostQuery, answer: Answerer) -> Fit | None:
    """The answer of the least count that holds a model, None where no count is known to."""
    one = _with(query, device_count=1)
    try:
        return Fit(one, answer(one), is_least=True)
    except DoesNotFit as refusal:
        larger = _larger(one, refusal, answer)
        return None if larger is None else replace(larger, is_least=True)
    except Refusal:
        return None


def _asks_least(ask: Ask) -> bool:
    """Whether it is asked how many devices hold a model, and nothing of a load or of a speed."""
    query = ask.query
    if "count" not in ask.figures or not isinstance(query, UnitCostQuery):
        return False
    load = (query.load.concurrency, query.load.requests_per_second, query.slo.ttft_seconds)
    is_free = query.deployment.device_count is None and query.slo.tpot_seconds is None
    return is_free and load == (None, None, None)


def _of_format(query: Any, answer: Answerer) -> Fit:
    """The answer of the largest format that fits. Raises the last Refusal where none does."""
    larger: list[str] = []
    last: Refusal | None = None
    for precision in FORMATS:
        smaller = _with(query, precision=precision)
        try:
            found = answer(smaller)
        except UnsupportedPrecision:
            continue
        except DoesNotFit as refusal:
            larger.append(precision)
            last = refusal
            continue
        return Fit(smaller, found, refusal=_are_too_large(larger))
    if last is None:
        return Fit(query, answer(query))
    raise last


def _are_too_large(formats: Sequence[str]) -> str:
    """The formats that do not fit, in words; empty where there are none."""
    verb = "does" if len(formats) == 1 else "do"
    return f"{' and '.join(formats)} {verb} not" if formats else ""


def lead_of(ask: Ask, fit: Fit, fields: Fields) -> str:
    """What the sentence begins with: yes, no, a format or a count, with GiB; empty: not asked."""
    held = fields.get("memory")
    asked = [name for name in LED if name in ask.figures]
    if fit.refusal and not asked:
        asked = ["fits"]
    if held is None or not asked:
        return ""
    used = held.get("used_gibibytes") or taken_gibibytes(held)
    before = "" if "used_gibibytes" in held else " before any KV cache"
    of_all = f"{rough(used)} of {rough(held['capacity_gibibytes'])} GiB are taken{before}"
    many = f"{devices(fields)} {'holds' if fields['device_count'] == 1 else 'hold'} it"
    if asked[0] == "quant":
        larger = f", and {fit.refusal}" if fit.refusal else ""
        return f"{spoken(fields['precision'])} fits{larger}: {of_all}. "
    if asked[0] == "context" and ask.kind == "unit_costs":
        length = fit.query.load.input_tokens
        more = (
            "the most that the model was made for"
            if fit.is_whole
            else f"and {2.0 * length:,.0f} do not"
        )
        return f"{length:,.0f} tokens in fit, {more}: {of_all}. "
    if asked[0] == "count":
        return f"{many}: {of_all}. " if fit.is_least else ""
    if not fit.refusal:
        return f"Yes: {of_all}. "
    why = _PARTS.sub("", fit.refusal).partition(", with ")[0]
    small = f" (in {FORMATS[-1]} it fits)" if fit.in_small else ""
    return f"No: {why}{small}. {many}: {of_all}. "


def answered_for(fit: Fit) -> str:
    """What a reading adds: of how many devices, or in which format, the answer is."""
    deployment = fit.query.deployment if fit.refusal or fit.is_least else None
    if deployment is None:
        return ""
    how = f" in {spoken(deployment.precision)}" if deployment.precision else ""
    return f", answered for {deployment.device_count} × {deployment.device}{how}"


def _with(query: Any, **parts: Any) -> Any:
    """A question with other parts of its deployment."""
    return replace(query, deployment=replace(query.deployment, **parts))
