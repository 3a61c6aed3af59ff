"""Answers a question in words: reads it, asks the rooms, and says it in a sentence."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pricing.asking.api_prices import price_of_api
from pricing.asking.counts import USED
from pricing.asking.devices.facts import device_facts
from pricing.asking.devices.prices import device_price
from pricing.asking.query import AskQuery
from pricing.asking.questions import Ask
from pricing.asking.reading import Reading, read
from pricing.asking.runs import TOKENS_FOR_BUDGET
from pricing.asking.words.memory.patterns import asks_whether
from pricing.catalog.library import Library
from pricing.comparisons.comparison import comparison
from pricing.errors import InvalidQuery, NoPrice, Refusal
from pricing.quote.kept_answers import KeptAnswers
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.quote import run_costs
from pricing.tco.quote import tco
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from service.asking.answer import PATHS, Asked, AskedAgain, Side
from service.asking.budgets import budget_lead, deadline_lead, time_lead, tokens_lead, within
from service.asking.concurrency import (
    at_rate,
    at_usual_rate,
    devices_for,
    in_time,
    of_crowd,
    ranked,
)
from service.asking.figures.counts import by_users
from service.asking.figures.electricity import with_electricity
from service.asking.figures.figures import figures_of
from service.asking.figures.memory import with_lengths
from service.asking.figures.unread_figures import untold
from service.asking.gross_margins import margins_of
from service.asking.memory_fit import answered_for, fitting
from service.asking.memory_leads import OF_LEAD, break_even_lead, lead_of, length_of
from service.asking.readings import named_model, reading_of
from service.asking.sentences import sentence_of
from service.asking.speeds import as_many, with_speed_alone
from service.asking.suggestions import say_what_serves, where_sold
from service.asking.verdicts import comparable, verdict_of
from service.sentences.parts import driver_fact
from service.sentences.sentence import begun
from service.summaries.parts import UNNAMED


def asked(query: AskQuery, library: Library) -> Asked:
    """Answer a question in words. Raises a Refusal with what to ask next."""
    return answer(query.q, library, catalog=query.catalog, as_of=query.as_of)


def answer(
    text: str, library: Library, *, catalog: str | None = None, as_of: str | None = None
) -> Asked:
    """Read a text and answer it; catalog, as_of: the release and the day, where it says none.

    Raises a Refusal: of the words, or of the room that was asked.
    """
    return answered(read(text, library, catalog=catalog, as_of=as_of), library)


def answered(reading: Reading, library: Library) -> Asked:
    """The answer to a question that was read."""
    is_one = len(reading.asks) == 1
    asks = reading.asks
    if not is_one:
        asks = as_many(comparable(asks, combined=reading.combined), library)
    missed: list[set[str]] = []
    sides = [_side(ask, reading.text, library, missed, is_one=is_one) for ask in asks]
    first = next((side for side in sides if side.refusal is None), None)
    if first is None:
        near = dict.fromkeys(name for side in sides for name in side.nearest)
        raise InvalidQuery(sides[0].refusal or "", field="q", nearest=tuple(near))
    return Asked(
        reading=begun(" vs ".join(side.reading for side in sides)),
        unread=(*reading.unread, *sorted(set.intersection(*missed))),
        assumed=reading.assumed,
        sentence=first.sentence if is_one else " — vs — ".join(side.sentence for side in sides),
        verdict=None
        if is_one or _differ_in_time(asks)
        else verdict_of(
            sides,
            asks[0].figures,
            combined=reading.combined,
            used=asks[0].counts.get(USED, 1.0),
        ),
        kind=first.kind,
        figures=first.figures,
        question=first.question,
        answer=first.answer,
        sides=() if is_one else tuple(sides),
    )


def _side(ask: Ask, text: str, library: Library, missed: list[set[str]], *, is_one: bool) -> Side:
    """What one side asks and answers. A refusal of one of several sides is its answer.

    missed: takes what is asked for and the answer does not have.
    """
    query = msgspec.to_builtins(ask.query)
    try:
        ask = _settled(ask, library)
        query = msgspec.to_builtins(ask.query)
        fit = fitting(ask, lambda query: ANSWERS[ask.kind](query, library), library)
    except Refusal as refusal:
        refusal.detail = f"{begun(reading_of(ask.kind, query))}: {refusal.detail}"
        if isinstance(refusal, NoPrice):
            refusal.field, refusal.nearest = "q", where_sold(refusal.nearest, query, library)
        elif query.get("deployment") and refusal.nearest:
            say_what_serves(refusal, ask, text if is_one else "", library)
        if is_one:
            raise
        return Side(
            kind=ask.kind,  # type: ignore[arg-type]
            reading=reading_of(ask.kind, query),
            sentence=f"{refusal.detail}.",
            figures=(),
            question=_again(ask.kind, query, text),
            answer=None,
            refusal=refusal.detail,
            nearest=tuple(refusal.nearest),
        )
    found = fit.answer
    fields = msgspec.to_builtins(found)
    if fields.get("model") == UNNAMED:
        fields["model"] = named_model(query)
    if ask.kind == "comparison":
        fields = of_crowd(fields, query["load"]["concurrency"])
        fields = ranked(fields, ask.figures, library.get(query["catalog"]))
        fields = by_users(fields, ask.counts) if "concurrent" in ask.figures else fields
    catalog = library.get(query["catalog"])
    fields = with_lengths(fields, msgspec.to_builtins(fit.query), catalog)
    fields = with_electricity(ask.kind, fields, fit.query, ask.figures, library)
    fields = within(fields, ask.counts.get("most_usd_per_hour"))
    missed.append({*untold(ask.kind, fields, ask.figures)})
    figures = figures_of(ask.kind, fields, ask.figures, ask.hours, ask.counts)
    figures = with_speed_alone(figures, ask, fit, fields, library)
    figures = (*margins_of(ask.sale, fields), *length_of(ask, fit), *figures)
    is_asked = asks_whether(text)
    lead = time_lead(fit.query, fields, ask.figures) or lead_of(ask, fit, fields)
    lead += break_even_lead(fields, ask.figures) + deadline_lead(
        fields, ask.counts, is_asked=is_asked
    )
    if TOKENS_FOR_BUDGET in ask.figures:
        lead = tokens_lead(fields, ask.counts["limit_usd"])
    else:
        lead += budget_lead(ask.kind, fields, ask.counts, is_asked=is_asked)
    told = [figure for figure in figures if not lead or figure.name not in OF_LEAD]
    return Side(
        kind=ask.kind,  # type: ignore[arg-type]
        reading=f"{reading_of(ask.kind, query)}{answered_for(fit)}",
        sentence=sentence_of(ask.kind, fields, told, _driven(fields, ask.figures), lead=lead),
        figures=figures,
        question=_again(ask.kind, msgspec.to_builtins(fit.query), text),
        answer=found,
    )


def _settled(ask: Ask, library: Library) -> Ask:
    """A question with what it leaves to its answer: devices, a rate, or the tokens for a budget."""
    query = ask.query
    if isinstance(query, RunCostQuery) and TOKENS_FOR_BUDGET in ask.figures:
        query = replace(query, tokens=None, budget_usd=ask.counts["limit_usd"])
    if isinstance(query, UnitCostQuery):
        query = devices_for(query, library, is_fewest="count" in ask.figures)
        query = in_time(at_rate(query, library), ask.counts, library)
        if "late" in ask.figures:
            query = at_usual_rate(query, library)
    return replace(ask, query=query)


def _differ_in_time(asks: Sequence[Ask]) -> bool:
    """Whether sides are the same but for how long they last, so that none of them is better."""
    plain = [msgspec.structs.asdict(ask.query) for ask in asks]
    for fields in plain:
        for name in ("hours", "horizon_months"):
            fields.pop(name, None)
    return all(fields == plain[0] for fields in plain) and len({ask.figures for ask in asks}) == 1


def _driven(fields: Mapping[str, Any], figures: Sequence[str]) -> str:
    """What moves an answer most, where that is asked for."""
    fact = driver_fact(fields) if "drivers" in figures else ""
    return f" {begun(fact)}." if fact else ""


MOST_COMPARED = 32
"""Comparisons that are kept, of devices for popular models: each takes 30 kilobytes."""

COMPARED = KeptAnswers(comparison, most=MOST_COMPARED)

ANSWERS: Mapping[str, Callable[[Any, Library], Struct]] = {
    "unit_costs": unit_costs,
    "run_costs": run_costs,
    "tco": tco,
    "comparison": COMPARED,
    "device_price": device_price,
    "device_facts": device_facts,
    "api_price": price_of_api,
}


def _again(kind: str, query: Mapping[str, Any], text: str) -> AskedAgain:
    """The same question as a request."""
    if kind in PATHS:
        return AskedAgain(method="POST", path=PATHS[kind], body=_said(query))
    day = {"catalog": query["catalog"], "as_of": query["as_of"]}
    if kind == "device_facts":
        kept = urlencode({"catalog": day["catalog"]}) if day["catalog"] else ""
        return AskedAgain(
            method="GET", path=f"/v1/catalog/devices/{query['device']}{f'?{kept}' if kept else ''}"
        )
    if kind == "device_price" and query["purchase"]["option"] != "owned":
        bought = query["purchase"]
        names = ("provider", "region", "option", "instance_type")
        asked_for = {"device": query["device"], **{name: bought[name] for name in names}, **day}
        given = {name: value for name, value in asked_for.items() if value}
        return AskedAgain(method="GET", path=f"/v1/catalog/prices?{urlencode(given)}")
    given = {name: value for name, value in {"q": text, **day}.items() if value}
    return AskedAgain(method="GET", path=f"/v1/ask?{urlencode(given)}")


def _said(value: Any) -> Any:
    """A query with what it says, and nothing that is left out."""
    if isinstance(value, Mapping):
        kept = {name: _said(inner) for name, inner in value.items()}
        return {name: inner for name, inner in kept.items() if inner not in (None, {}, [])}
    if isinstance(value, list | tuple):
        return [_said(inner) for inner in value]
    return value
