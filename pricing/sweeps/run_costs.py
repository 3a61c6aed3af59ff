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
from pricing.purchasing.query import RunPurchase
from pricing.run_costs.offers import BLOCK, USUAL_PURCHASES
from pricing.run_costs.query import RunCostQuery
from pricing.sweeps.batches import Answered, in_batches
from pricing.sweeps.per_row import one_by_one
from pricing.sweeps.run_frames import RunFrames, outside
from pricing.sweeps.run_points import COLUMNS, run_cost_row
from pricing.sweeps.scenarios import Scenarios

PURCHASES, PURCHASE = "purchases", "purchase."


def run_cost_rows(
    library: Library, scenarios: Scenarios, base: Mapping[str, Any], columns: Collection[str]
) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted results of every scenario, in order."""
    if _is_searched(scenarios, base):
        row = partial(run_cost_row, library=library)
        yield from one_by_one(row, COLUMNS, scenarios, base, columns)
        return
    wanted = [name for name in COLUMNS if name in columns and name not in scenarios.names]
    yield from in_batches(_answered(library, scenarios, base, wanted), scenarios.count)


def _answered(
    library: Library, scenarios: Scenarios, base: Mapping[str, Any], wanted: Collection[str]
) -> Answered:
    """Rows that say how they are bought, in any field, and rows that leave it to all ways."""
    own = [name for name in scenarios.names if name.startswith(PURCHASE)]
    in_all = any(
        value is not None and name.startswith(PURCHASE) and name not in own
        for name, value in base.items()
    )
    if in_all:
        return RunFrames(library, scenarios, base, (None,), wanted).answered
    if PURCHASES in base:
        under_all = RunFrames(library, scenarios, base, _listed(base), wanted).answered
    else:
        usual, optional = (*USUAL_PURCHASES, BLOCK), len(USUAL_PURCHASES)
        under_all = RunFrames(library, scenarios, base, usual, wanted, optional=optional).answered
    if not own:
        return under_all
    under_own = RunFrames(library, scenarios, base, (None,), wanted).answered

    def answered(start: int, end: int) -> pl.DataFrame:
        found = under_own(start, end)
        is_open = found.select(pl.all_horizontal(pl.col(own).is_null())).to_series()
        if not is_open.any():
            return found
        others = under_all(start, end)
        return found.select(
            pl.when(is_open).then(others[name]).otherwise(pl.col(name)).alias(name)
            for name in found.columns
        )

    return answered


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
