"""Every row of a sweep is the point quote of its scenario."""

import random
from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.quotes.queries import UnitCostQuery
from pricing.quotes.sweeps.bills import ITEMS, USUAL, result_names
from pricing.quotes.sweeps.fields import fields_of
from pricing.quotes.sweeps.scenarios import Grid, Table
from pricing.quotes.sweeps.unit_costs import unit_cost_rows
from tests.sweeping import point_row, scenario

FIELDS = fields_of(UnitCostQuery)
RELATIVE = 1e-9
PERCENTILE_RELATIVE = 1e-7
"""Percentiles take differences of exponentials, which cost a few digits."""

SCENARIOS = 250


def table(rows: list[dict[str, Any]]) -> Table:
    return Table(pl.DataFrame(rows, schema={name: FIELDS[name].dtype for name in rows[0]}))


def answered(library: Library, scenarios: Grid | Table, base: dict[str, Any]) -> pl.DataFrame:
    return pl.concat(unit_cost_rows(library, scenarios, base, result_names()))


def agree(name: str, one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, int | float):
        tolerance = PERCENTILE_RELATIVE if "p99" in name else RELATIVE
        return one == pytest.approx(other, rel=tolerance, abs=1e-300)
    return one == other


@pytest.mark.parametrize("seed", range(4))
def test_row_is_its_point_quote(library: Library, seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - nothing is secret here
    scenarios = [scenario(draw, library) for _ in range(SCENARIOS)]
    rows = answered(library, table(scenarios), {}).to_dicts()
    differing = [
        (name, value, row[name], asked)
        for asked, row in zip(scenarios, rows, strict=True)
        for name, value in point_row(asked, library).items()
        if name not in asked and not agree(name, value, row[name])
    ]

    assert differing == []


def test_scenarios_are_answered_and_refused_for_every_reason(library: Library) -> None:
    draw = random.Random(0)  # noqa: S311 - nothing is secret here
    scenarios = [scenario(draw, library) for _ in range(SCENARIOS)]
    refusals = answered(library, table(scenarios), {})["refusal"]

    assert refusals.null_count() > SCENARIOS / 4
    assert set(refusals.drop_nulls()) == {
        "unknown-name",
        "no-price",
        "unsupported-precision",
        "does-not-fit",
        "infeasible",
        "invalid-query",
    }


def test_grid_is_the_table_of_its_combinations(library: Library) -> None:
    axes = {
        "deployment.device": pl.Series(["h100-sxm-80gb", "mi300x", "abacus"]),
        "purchase.option": pl.Series([None, "owned", "spot"]),
        "load.concurrency": pl.Series([None, 4.0, 64.0]),
        "utilization_fraction": pl.Series([0.5, 1.0]),
    }
    base = {"model": "llama-3.1-8b", "load.output_tokens": 200.0}
    rows = [
        {"deployment.device": device, "purchase.option": option, "load.concurrency": load} | own
        for device in axes["deployment.device"]
        for option in axes["purchase.option"]
        for load in axes["load.concurrency"]
        for own in ({"utilization_fraction": 0.5}, {"utilization_fraction": 1.0})
    ]
    whole = table([row | base for row in rows])
    shared = ["model", "load.output_tokens"]
    of_grid = answered(library, Grid(axes), base).drop(shared, strict=False)
    of_table = answered(library, whole, {}).drop(shared)

    assert of_grid.to_dicts() == of_table.to_dicts()


def test_items_add_up_to_the_bill(library: Library) -> None:
    draw = random.Random(9)  # noqa: S311 - nothing is secret here
    rows = answered(library, table([scenario(draw, library) for _ in range(50)]), {})
    rows = rows.filter(pl.col("refusal").is_null())
    items = rows.select(f"{name}_usd_per_hour" for name in ITEMS)

    assert items.sum_horizontal().to_list() == pytest.approx(rows["usd_per_hour"].to_list())


def test_usual_results_are_results() -> None:
    assert set(USUAL) <= set(result_names())
