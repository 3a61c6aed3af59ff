"""Run costs of a sweep: one run a row, under the cheapest way of buying that it asks for.

Almost all are worked out on frames. A schedule, which takes a search, and mixes of purchases go
through the point quote, one by one.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
import polars as pl

from pricing.catalog.library import Library
from pricing.quotes.offers import BLOCK, USUAL_PURCHASES
from pricing.quotes.queries import RunCostQuery, RunPurchase
from pricing.quotes.sweeps.onebyone import one_by_one
from pricing.quotes.sweeps.run_frames import RunFrames, outside
from pricing.quotes.sweeps.run_points import COLUMNS, run_cost_row
from pricing.quotes.sweeps.scenarios import Scenarios
from pricing.quotes.sweeps.unit_costs import batches, in_order

PURCHASES = "purchases"


def run_cost_rows(
    library: Library, scenarios: Scenarios, base: Mapping[str, Any], columns: Collection[str]
) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted results of every scenario, in order."""
    if _is_searched(scenarios, base):
        row = partial(run_cost_row, library=library)
        yield from one_by_one(row, COLUMNS, scenarios, base, columns)
        return
    wanted = [name for name in COLUMNS if name in columns and name not in scenarios.names]
    if any(name.startswith("purchase.") for name in (*scenarios.names, *base)):
        frames = RunFrames(library, scenarios, base, (None,), wanted)
    elif PURCHASES in base:
        frames = RunFrames(library, scenarios, base, _listed(base), wanted)
    else:
        frames = RunFrames(
            library,
            scenarios,
            base,
            (*USUAL_PURCHASES, BLOCK),
            wanted,
            optional=len(USUAL_PURCHASES),
        )
    yield from in_order(frames.answered, batches(scenarios.count))


def _is_searched(scenarios: Scenarios, base: Mapping[str, Any]) -> bool:
    """Whether they have what frames do not work out, or a base that no query can have."""
    if any(name.startswith("schedule.") for name in (*scenarios.names, *base)):
        return True
    lists = {name for name, value in base.items() if isinstance(value, list | tuple)}
    if lists - {PURCHASES} or any(outside(base.get)):
        return True
    try:
        return PURCHASES in base and any(purchase.mix for purchase in _listed(base))
    except msgspec.ValidationError:
        return True


def _listed(base: Mapping[str, Any]) -> tuple[RunPurchase, ...]:
    """The purchases that all rows share. Raises ValidationError for what is none."""
    query = {"model": "", "deployment": {"device": "any"}, PURCHASES: base[PURCHASES]}
    return msgspec.convert(query, RunCostQuery).purchases or ()
