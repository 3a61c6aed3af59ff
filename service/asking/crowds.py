"""More requests at once than the devices of an answer hold: as many devices as hold all of them."""

from collections.abc import Mapping
from math import ceil
from typing import Any

from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs

HELD_FRACTION = 0.99
"""Of the requests at once, at least this share runs, or more devices are taken."""

OF_ALL_DEVICES = (
    *("device_count", "replica_count", "usd_per_hour", "usd_per_month", "output_tokens_per_second"),
    *("output_tokens_per_second_low", "output_tokens_per_second_high"),
)
"""Figures of a candidate that grow with its devices."""


def devices_for(query: UnitCostQuery, library: Library) -> UnitCostQuery:
    """A question of a crowd with the devices that hold it, where no count is said."""
    if query.load.concurrency is None or query.deployment.device_count is not None:
        return query
    found = unit_costs(query, library)
    times = _times(query.load.concurrency, found.performance.concurrency)
    if times == 1:
        return query
    return replace(
        query, deployment=replace(query.deployment, device_count=found.device_count * times)
    )


def of_crowd(answer: Mapping[str, Any], crowd: float | None) -> Mapping[str, Any]:
    """A comparison whose candidates have as many copies as hold so many requests at once."""
    rows = []
    for row in answer["candidates"]:
        times = _times(crowd, row["concurrency"])
        grown = {name: row[name] * times for name in OF_ALL_DEVICES if row[name] is not None}
        rows.append({**row, **grown} if times > 1 else row)
    return {**answer, "candidates": rows}


def _times(asked: float | None, held: float | None) -> int:
    """How many times the devices have to be there."""
    if not asked or not held or held >= HELD_FRACTION * asked:
        return 1
    return ceil(asked / held)
