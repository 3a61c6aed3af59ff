"""More requests at once than the devices of an answer hold: as many devices as hold all of them."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any

import msgspec
from msgspec.structs import replace

from pricing.asking.counts import DEADLINE
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.listed.media import media_rows
from pricing.errors import Infeasible, Refusal
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from service.asking.figures.counts import hours_of

HELD_FRACTION = 0.99
"""Of the requests at once, at least this share runs, or more devices are taken."""

RATE = "load.requests_per_second"
"""The field of a refusal of requests that come faster than devices serve them."""

OF_ALL_DEVICES = (
    *("device_count", "replica_count", "usd_per_hour", "usd_per_month", "output_tokens_per_second"),
    *("output_tokens_per_second_low", "output_tokens_per_second_high"),
)
"""Figures of a candidate that grow with its devices."""


def ranked(
    answer: Mapping[str, Any], figures: Sequence[str], catalog: Catalog
) -> Mapping[str, Any]:
    """A comparison with its candidates in the order that is asked for, and by what they are."""

    def memory(row: Mapping[str, Any]) -> float:
        return float(row["device_count"] * catalog.devices[row["device"]].memory_bytes)

    orders: Mapping[str, tuple[str, Callable[[Any], float]]] = {
        "count": ("device_count", lambda row: float(row["device_count"])),
        "smallest": ("memory_gibibytes", memory),
        "months": ("usd_per_month", lambda row: float(row["usd_per_month"] or 0.0)),
        "cheapest_hour": ("usd_per_hour", lambda row: float(row["usd_per_hour"] or 0.0)),
    }
    by = next((orders[name] for name in figures if name in orders), None)
    if by is None:
        return answer
    return {**answer, "candidates": sorted(answer["candidates"], key=by[1]), "objective": by[0]}


def devices_for(query: UnitCostQuery, library: Library, *, is_fewest: bool) -> UnitCostQuery:
    """A question of a crowd with the devices that hold it, where no count is said.

    is_fewest: whether the fewest are asked for, and not those that cost least.
    """
    if query.load.concurrency is None or query.deployment.device_count is not None:
        return query
    if is_fewest and query.slo.tpot_seconds is not None:
        return _copies_for(query, library)
    try:
        found = unit_costs(query, library)
    except Infeasible:
        return _copies_for(query, library)
    times = _times(query.load.concurrency, found.performance.concurrency)
    if times == 1:
        return query
    return _on(query, found.device_count * times)


def at_rate(query: UnitCostQuery, library: Library) -> UnitCostQuery:
    """A question of images a second with the devices that sustain them, where none are said.

    Of tokens the answer itself has as many devices.
    """
    rate, catalog = query.load.requests_per_second, library.get(query.catalog)
    if rate is None or query.deployment.device_count is not None:
        return query
    if not (isinstance(query.model, str) and media_rows(catalog, query.model)):
        return query
    try:
        unit_costs(query, library)
    except Infeasible as refusal:
        if refusal.field == RATE and refusal.nearest:
            return _on(query, ceil(rate / float(refusal.nearest[0])))
    return query


def in_time(query: UnitCostQuery, counts: Mapping[str, float], library: Library) -> UnitCostQuery:
    """A question of work with the devices that do it in the time that is said, where none are."""
    limit = counts.get(DEADLINE)
    if limit is None or query.deployment.device_count is not None:
        return query
    found = unit_costs(query, library)
    hours = hours_of(msgspec.to_builtins(found.performance), counts)
    return _on(query, found.device_count * _times(hours, limit))


def at_usual_rate(query: UnitCostQuery, library: Library) -> UnitCostQuery:
    """A question without a load at the rate of its usual use: no request is late without others."""
    if query.load.requests_per_second is not None or query.load.concurrency is not None:
        return query
    found = unit_costs(query, library)
    rate = found.performance.served_requests_per_second
    return _on(
        replace(query, load=replace(query.load, requests_per_second=rate)), found.device_count
    )


def _copies_for(query: UnitCostQuery, library: Library) -> UnitCostQuery:
    """A question of a crowd with as many copies as hold it within the objectives.

    Raises Infeasible where not even a few requests keep them.
    """
    held = unit_costs(replace(query, load=replace(query.load, concurrency=None)), library)
    low, high = 0, _times(query.load.concurrency, held.performance.concurrency)
    while high - low > 1:
        middle = (low + high) // 2
        if _holds(_on(query, held.device_count * middle), library):
            high = middle
        else:
            low = middle
    return _on(query, held.device_count * high)


def _holds(query: UnitCostQuery, library: Library) -> bool:
    """Whether all requests at once run within the objectives."""
    try:
        found = unit_costs(query, library)
    except Refusal:
        return False
    return _times(query.load.concurrency, found.performance.concurrency) == 1


def _on(query: UnitCostQuery, device_count: int) -> UnitCostQuery:
    return replace(query, deployment=replace(query.deployment, device_count=device_count))


def of_crowd(answer: Mapping[str, Any], crowd: float | None) -> Mapping[str, Any]:
    """A comparison whose candidates have as many copies as hold so many requests at once."""
    rows: list[Mapping[str, Any]] = []
    for row in answer["candidates"]:
        if any(row["device"] == known["device"] for known in rows):
            continue  # the same device where it costs more
        times = _times(crowd, row["concurrency"])
        grown = {name: row[name] * times for name in OF_ALL_DEVICES if row[name] is not None}
        rows.append({**row, **grown} if times > 1 else row)
    return {**answer, "candidates": rows}


def _times(asked: float | None, held: float | None) -> int:
    """How many times the devices have to be there."""
    if not asked or not held or held >= HELD_FRACTION * asked:
        return 1
    return ceil(asked / held)
