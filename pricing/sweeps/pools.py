"""Rows of a sweep whose phases are served apart: quotes of their own, one by one."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

import polars as pl
from msgspec import Struct
from msgspec.structs import asdict

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.serving.passes.phases import PHASES
from pricing.sweeps.answer import item_column, unit_cost_results
from pricing.sweeps.batches import one_by_one
from pricing.sweeps.refusals import OF_POOLS, Refused, query_of, refused
from pricing.sweeps.scenarios import Questions
from pricing.sweeps.unit_costs.prices import Unwanted
from pricing.sweeps.unit_costs.rows import unit_cost_rows
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.pools.answer import Pools
from pricing.unit_costs.quote import unit_costs
from pricing.unit_costs.unit_prices import FULL_USE


def is_apart(names: Collection[str]) -> bool:
    """Whether any field by dotted name is of a pool."""
    return any(name.startswith(OF_POOLS) for name in names)


def rows(
    questions: Questions, columns: Collection[str], unwanted: Unwanted | None = None
) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted results of every scenario, in order.

    unwanted: what is refused besides, of devices that serve both phases.
    """
    if not is_apart((*questions.scenarios.names, *questions.base)):
        yield from unit_cost_rows(questions, columns, unwanted)
        return
    answer = partial(row, library=questions.library)
    yield from one_by_one(answer, unit_cost_results(), questions, columns)


def row(values: Mapping[str, Any], library: Library) -> dict[str, Any]:
    """The results of some fields by dotted name, or their refusal."""
    query = query_of(values)
    if isinstance(query, Refused):
        return asdict(query)
    try:
        found = unit_costs(query, library)
    except Refusal as error:
        return asdict(refused(error))
    return results_of(found)


def results_of(found: UnitCostAnswer) -> dict[str, Any]:
    """The results of an answer by the name of their column."""
    price, known = found.price, unit_cost_results()
    parts: list[Struct] = [found, found.unit_costs, found.efficiency, found.performance]
    parts += [found.power] if found.memory is None else [found.power, found.memory]
    values = {name: value for part in parts for name, value in asdict(part).items()}
    values |= {FULL_USE[name]: usd for name, usd in asdict(found.at_full_use).items()}
    values |= {item_column(item.name): item.usd_per_hour for item in found.line_items}
    values |= {
        "usd_per_device_hour": price.usd_per_device_hour,
        "option": price.option,
        "price_basis": price.basis,
    }
    if price.row is not None:
        values |= {
            name: getattr(price.row, name) for name in ("provider", "region", "instance_type")
        }
        values["price_row"] = price.row.id
    if found.pools is not None:
        pools = found.pools
        values |= _place(pools)
        values |= {"pools_limit": pools.limit, "replica_ratio": pools.replica_ratio}
        for name in (*PHASES, "transfer"):
            part = getattr(pools, name)
            values |= {f"{name}_{field}": value for field, value in asdict(part).items()}
            if name in PHASES:
                values[f"{name}_option"] = part.price.option
                values[f"{name}_usd_per_device_hour"] = part.price.usd_per_device_hour
    return {name: value for name, value in values.items() if name in known}


def _place(pools: Pools) -> dict[str, str]:
    """The provider and the region of both pools, where they have the same."""
    rows = [pool.price.row for pool in (pools.prefill, pools.decode)]
    places = [
        {} if one is None else {"provider": one.provider, "region": one.region} for one in rows
    ]
    return dict(places[0].items() & places[1].items())
