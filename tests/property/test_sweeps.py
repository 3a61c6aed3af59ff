"""Every row of a sweep is the point quote of its scenario."""

import random
from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.sweeps.answer import USUAL, unit_cost_results
from pricing.sweeps.fields import fields_of
from pricing.sweeps.scenarios import Grid, Questions, Table
from pricing.sweeps.unit_costs.rows import unit_cost_rows
from pricing.unit_costs.bill import TERMS
from pricing.unit_costs.query import UnitCostQuery
from tests.sweeping import point_row, scenario

FIELDS = fields_of(UnitCostQuery)
RELATIVE = 1e-9
PERCENTILE_RELATIVE = 1e-7
"""Percentiles take differences of exponentials, which cost a few digits."""

SCENARIOS = 150


def table(rows: list[dict[str, Any]]) -> Table:
    return Table(pl.DataFrame(rows, schema={name: FIELDS[name].dtype for name in rows[0]}))


def answered(library: Library, scenarios: Grid | Table, base: dict[str, Any]) -> pl.DataFrame:
    return pl.concat(
        unit_cost_rows(Questions(library, scenarios, base), tuple(unit_cost_results()))
    )


def agree(name: str, one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, int | float):
        tolerance = PERCENTILE_RELATIVE if "p99" in name else RELATIVE
        return one == pytest.approx(other, rel=tolerance, abs=1e-300)
    return one == other


def differing(library: Library, scenarios: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Where the rows of a table are not the point quotes of its scenarios."""
    rows = answered(library, table(scenarios), {}).to_dicts()
    return [
        (name, value, row[name], asked)
        for asked, row in zip(scenarios, rows, strict=True)
        for name, value in point_row(asked, library).items()
        if name not in asked and not agree(name, value, row[name])
    ]


def differing_in_grid(
    library: Library,
    axes: dict[str, pl.Series],
    base: dict[str, Any],
    rows: list[dict[str, Any]],
) -> list[tuple[Any, ...]]:
    """Where the rows of a grid are not the point quotes of its combinations."""
    return [
        (name, value, row[name], row)
        for row in rows
        for name, value in point_row(base | {field: row[field] for field in axes}, library).items()
        if name not in axes and not agree(name, value, row[name])
    ]


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_row_is_its_point_quote(library: Library, seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - nothing is secret here
    scenarios = [scenario(draw, library) for _ in range(SCENARIOS)]

    assert differing(library, scenarios) == []


@pytest.mark.usefixtures("small_sweeps_of_quotes")
def test_row_of_a_small_table_is_its_point_quote(library: Library) -> None:
    draw = random.Random(4)  # noqa: S311 - nothing is secret here

    assert differing(library, [scenario(draw, library) for _ in range(SCENARIOS)]) == []


def test_rows_that_differ_in_their_count_alone_are_their_point_quotes(library: Library) -> None:
    """All of them miss an objective alike, under an engine that is left open."""
    asked = {"model": "apertus-70b", "deployment.device": "a10"}
    counts = [8, 16, 24]

    assert (
        differing(library, [asked | {"deployment.device_count": count} for count in counts]) == []
    )
    assert differing(library, [asked]) == []


def test_row_under_an_objective_is_its_point_quote(library: Library) -> None:
    draw = random.Random(12)  # noqa: S311 - nothing is secret here
    scenarios = [scenario(draw, library) for _ in range(SCENARIOS)]
    for asked in scenarios:
        asked["load.requests_per_second"] = None
        asked["load.concurrency"] = draw.choice([None, None, asked["load.concurrency"]])
        asked["load.input_tokens"] = draw.choice([None, draw.uniform(1.0, 4e3)])
        asked["slo.ttft_seconds"] = draw.choice([None, draw.uniform(0.05, 5.0)])
        asked["slo.tpot_seconds"] = draw.choice([None, draw.uniform(0.002, 0.06)])

    assert differing(library, scenarios) == []
    refusals = [point_row(asked, library)["refusal"] for asked in scenarios]
    assert min(refusals.count("infeasible"), refusals.count(None)) > SCENARIOS / 12


@pytest.mark.parametrize("given", ["output_tokens_per_second", "requests_per_second"])
@pytest.mark.parametrize("share", [0.5, 1.0])
def test_row_of_a_given_throughput_is_its_point_quote(
    library: Library, given: str, share: float
) -> None:
    """Worked out without it and scaled, but for latencies that a measurement prints."""
    draw = random.Random(11)  # noqa: S311 - nothing is secret here
    measured = [row for rows in library.newest.measurements.values() for row in rows]
    scenarios = []
    for _ in range(SCENARIOS // 2):
        row = draw.choice(measured)
        asked = scenario(draw, library) | {
            "model": row.model,
            "deployment.device": row.device,
            "deployment.device_count": row.device_count,
            "deployment.precision": row.precision,
            "deployment.tensor_parallel": None,
            "deployment.engine": row.engine,
            "load.input_tokens": row.input_tokens,
            "load.output_tokens": row.output_tokens,
            "load.concurrency": row.concurrency,
            f"measured.{given}": draw.uniform(1.0, 1e3) if draw.random() < share else None,
        }
        other = {"output_tokens_per_second", "requests_per_second"} - {given}
        for name in (*(f"measured.{name}" for name in other), "load.requests_per_second"):
            del asked[name]
        scenarios.append(asked)

    assert differing(library, scenarios) == []


@pytest.mark.parametrize("discount_fraction", [0.0, 0.5])
@pytest.mark.parametrize("used_fraction", [1.0, 0.4])
def test_use_that_all_rows_share_is_that_of_the_point_quote(
    library: Library, used_fraction: float, discount_fraction: float
) -> None:
    axes = {
        "deployment.device": pl.Series(["h100-sxm-80gb", "l4"]),
        "purchase.option": pl.Series(["on_demand", "owned"]),
        "load.concurrency": pl.Series([1.0, 64.0]),
    }
    base = {
        "model": "llama-3.1-8b",
        "utilization_fraction": used_fraction,
        "purchase.discount_fraction": discount_fraction,
    }
    rows = answered(library, Grid(axes), base).to_dicts()

    assert differing_in_grid(library, axes, base, rows) == []
    assert all((row["idle_usd_per_hour"] is None) == (used_fraction == 1.0) for row in rows)


def test_row_whose_memory_holds_almost_all_requests_is_its_point_quote(library: Library) -> None:
    full = {
        "model": "qwen3-32b",
        "deployment.device": "rtx-3080",
        "deployment.device_count": 32,
        "deployment.precision": "bf16",
        "load.input_tokens": 8000.0,
        "load.output_tokens": 2000.0,
    }
    scenarios = [full | {"load.concurrency": load} for load in (19.0, 20.0, 21.0)]

    assert differing(library, scenarios) == []


def test_parts_that_scenarios_share_are_worked_out_once_for_all(library: Library) -> None:
    axes = {
        "deployment.device": pl.Series(["h100-sxm-80gb", "mi300x", "l4"]),
        "purchase.option": pl.Series(["on_demand", "owned", "spot"]),
        "load.concurrency": pl.Series([1.0, 64.0]),
        "purchase.usd_per_device_hour": pl.Series([None, 2.0, 3.0]),
        "measured.requests_per_second": pl.Series([None, 0.5, 3.0]),
        "slo.tpot_seconds": pl.Series([None, 0.02]),
        "utilization_fraction": pl.Series([0.5, 0.75, 1.0]),
    }
    base = {"model": "llama-3.1-70b", "load.output_tokens": 200.0}
    rows = answered(library, Grid(axes), base).to_dicts()

    assert differing_in_grid(library, axes, base, rows) == []


def test_few_requests_and_queues_are_those_of_the_point_quote(library: Library) -> None:
    """One request on many replicas, and more requests than memory and engine hold."""
    scenarios = [
        {
            "model": model,
            "deployment.device": device,
            "deployment.device_count": count,
            "deployment.tensor_parallel": size,
            "deployment.engine": engine,
            "load.input_tokens": 5000.0,
            "load.concurrency": concurrency,
            "slo.ttft_seconds": ttft_seconds,
            "measured.requests_per_second": measured,
            "purchase.usd_per_device_hour": 2.0,
        }
        for model in ("llama-3.1-8b", "llama-3.3-70b")
        for measured in (None, 0.5)
        for device, count in (("h100-sxm-80gb", 2), ("mi300x", 8))
        for size in (None, 2)
        for engine in (None, "llama.cpp")
        for concurrency in (1.0, 3.0, 250.0, 5000.0)
        for ttft_seconds in (None, 20.0)
    ]

    assert differing(library, scenarios) == []


def test_replicas_over_any_number_of_nodes_are_those_of_the_point_quote(library: Library) -> None:
    scenarios = [
        {
            "model": model,
            "deployment.device": device,
            "deployment.device_count": count,
            "deployment.precision": "bf16",
            "load.concurrency": concurrency,
            "purchase.usd_per_device_hour": 2.0,
        }
        for model in ("deepseek-v3", "llama-3.1-405b")
        for device in ("h100-sxm-80gb", "dgx-spark")
        for count in (None, 16, 24, 26, 40, 48, 96)
        for concurrency in (None, 8.0, 700.0)
    ]

    assert differing(library, scenarios) == []
    found = {point_row(asked, library).get("tensor_parallel") for asked in scenarios}
    assert {24, 40} <= found


def test_devices_that_would_stand_idle_are_left_out_as_in_the_point_quote(
    library: Library,
) -> None:
    scenarios: list[dict[str, Any]] = [
        {
            "model": "deepseek-v3",
            "deployment.device": device,
            "deployment.device_count": count,
            "deployment.memory_utilization_fraction": 0.5,
            "deployment.max_concurrency": 8,
            "deployment.max_context_tokens": 32_768,
            "load.input_tokens": 128.0,
            "load.output_tokens": 128.0,
            "load.concurrency": concurrency,
            "purchase.usd_per_device_hour": 2.0,
        }
        for device in ("a100-sxm-80gb", "rtx-4090")
        for count in (None, 96)
        for concurrency in (None, 8.0)
    ]

    assert differing(library, scenarios) == []
    assert {64, 96} <= {point_row(asked, library).get("device_count") for asked in scenarios}


def test_scenarios_are_answered_and_refused_for_every_reason(library: Library) -> None:
    draw = random.Random(0)  # noqa: S311 - nothing is secret here
    scenarios = [scenario(draw, library) for _ in range(2 * SCENARIOS)]
    refusals = answered(library, table(scenarios), {})["refusal"]

    assert refusals.null_count() > SCENARIOS / 2
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
    items = rows.select(f"{term.name}_usd_per_hour" for term in TERMS)

    assert items.sum_horizontal().to_list() == pytest.approx(rows["usd_per_hour"].to_list())


def test_usual_results_are_results() -> None:
    assert set(USUAL) <= set(unit_cost_results())
