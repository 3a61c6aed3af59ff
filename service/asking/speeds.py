"""How fast devices serve one user alone, and sides of as many devices where speeds are compared."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pricing.asking.questions import Ask
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.run_costs.quote import run_costs
from pricing.unit_costs.answer import Performance
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from service.asking.answer import Figure
from service.asking.figures.counts import TIME_OF_WORK
from service.asking.figures.figure import Fields
from service.asking.figures.memory import OUTPUT_TOKENS
from service.asking.figures.speeds import whole_response
from service.asking.memory_fit import Fit, is_at_home

SPEEDS = frozenset({"tokens_per_second", "user_speed"})
"""Figures of how fast tokens come."""

QUOTES: Mapping[str, Callable[[Any, Library], Any]] = {
    "unit_costs": unit_costs,
    "run_costs": run_costs,
}
"""What has devices whose speeds are compared."""

ALONE = {
    "latency": ("ttft_seconds_alone", "s to the first token of a request alone"),
    "response": ("response_seconds_alone", "s for a whole response of a request alone"),
    "tpot": ("tpot_seconds_alone", "s a token of a request alone"),
    **dict.fromkeys(SPEEDS, ("tokens_per_second_alone", "tokens a second to a request alone")),
}
"""Figures of a request that runs alone, by what is asked for."""


def with_speed_alone(
    figures: Sequence[Figure], ask: Ask, fit: Fit, fields: Fields, library: Library
) -> tuple[Figure, ...]:
    """Figures with the speed of a request alone, where a speed is asked for and no load is said.

    People have devices at home for themselves: there it is the first, as a first token is.
    """
    query, asked = fit.query, next((name for name in ask.figures if name in ALONE), None)
    if asked is None or not isinstance(query, UnitCostQuery) or not figures:
        return tuple(figures)
    is_of_work = any(figure.name == TIME_OF_WORK for figure in figures)
    if is_of_work or query.load.concurrency or query.load.requests_per_second:
        return tuple(figures)
    one = replace(
        query,
        load=replace(query.load, concurrency=1.0),
        deployment=replace(query.deployment, device_count=fit.answer.device_count),
    )
    try:
        alone = unit_costs(one, library).performance
    except Refusal:
        return tuple(figures)
    value = _value_of(asked, alone, fields)
    name, words = ALONE[asked]
    slowest = max((one.value for one in figures if f"{one.name}_alone" == name), default=None)
    if value is None or (asked not in SPEEDS and value > (slowest or value)):
        return tuple(figures)
    is_first = asked in {"latency", "response"} or is_at_home(query, library)
    place = 0 if is_first else 1 + (asked in SPEEDS)
    own = Figure(name=name, value=value, words=words)
    return (*figures[:place], own, *figures[place:])


def _value_of(asked: str, alone: Performance, fields: Fields) -> float | None:
    """The figure of a request alone that is asked for."""
    if asked == "latency":
        return alone.ttft_seconds
    if asked == "tpot" or not alone.tpot_seconds:
        return alone.tpot_seconds
    if asked == "response":
        whole = whole_response(msgspec.to_builtins(alone), fields.get(OUTPUT_TOKENS))
        return None if whole is None else whole.value
    return 1.0 / alone.tpot_seconds


def as_many(asks: Sequence[Ask], library: Library) -> tuple[Ask, ...]:
    """Sides whose speeds are compared on as many devices, the most that one of them takes."""
    kinds = {ask.kind for ask in asks}
    is_speed = any(SPEEDS & {*ask.figures} for ask in asks)
    if not is_speed or len(kinds) > 1 or not kinds & QUOTES.keys():
        return tuple(asks)
    queries: list[Any] = [ask.query for ask in asks]
    if any(query.deployment.device_count is not None for query in queries):
        return tuple(asks)
    try:
        counts = {QUOTES[asks[0].kind](query, library).device_count for query in queries}
    except Refusal:
        return tuple(asks)
    if len(counts) == 1:
        return tuple(asks)
    most = max(counts)
    return tuple(
        replace(ask, query=replace(query, deployment=replace(query.deployment, device_count=most)))
        for ask, query in zip(asks, queries, strict=True)
    )
