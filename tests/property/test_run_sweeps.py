"""Every row of a sweep of runs is the point quote of its scenario."""

import random
from collections.abc import Iterable
from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.sweeps.fields import fields_of
from pricing.sweeps.query import RunScenario
from pricing.sweeps.run_costs.point_quotes import COLUMNS, run_cost_row
from pricing.sweeps.run_costs.rows import run_cost_rows
from pricing.sweeps.scenarios import Grid, Questions, Table, places
from tests.running import run_scenario

FIELDS = fields_of(RunScenario)
RELATIVE = 1e-9

MANY = 1e4

LITTLE = 0.1
EIGHT = places(0, 8)

SCENARIOS = 150


def table(rows: list[dict[str, Any]]) -> Table:
    return Table(pl.DataFrame(rows, schema={name: FIELDS[name].dtype for name in rows[0]}))


def answered(
    library: Library, scenarios: Grid | Table, base: dict[str, Any]
) -> list[dict[str, Any]]:
    return pl.concat(run_cost_rows(Questions(library, scenarios, base), tuple(COLUMNS))).to_dicts()


def scenarios_of(library: Library, seed: int, *, without: str = "") -> list[dict[str, Any]]:
    draw = random.Random(seed)  # noqa: S311 - nothing is secret here
    drawn = [run_scenario(draw, library) for _ in range(SCENARIOS)]
    return [
        {name: value for name, value in one.items() if not without or not name.startswith(without)}
        for one in drawn
    ]


def differing(
    library: Library,
    asked: Iterable[dict[str, Any]],
    rows: Iterable[dict[str, Any]],
    base: dict[str, Any],
) -> list[Any]:
    return [
        (name, value, row[name], one)
        for one, row in zip(asked, rows, strict=True)
        for name, value in run_cost_row({**base, **one}, library).items()
        if name not in one and not agree(name, value, row)
    ]


def agree(name: str, value: object, row: dict[str, Any]) -> bool:
    found = row[name]
    if name == "checkpoint_interval_seconds" and found is not None and isinstance(value, float):
        # Of so many intervals, one more or less makes no difference that floats could show.
        devices = row["device_hours"] / row["wall_clock_hours"]
        segments = row["productive_device_hours"] / devices * 3600.0 / value
        return bool(
            found == pytest.approx(value, rel=2.0 / segments if segments > MANY else RELATIVE)
        )
    if isinstance(value, float) and isinstance(found, int | float):
        return bool(found == pytest.approx(value, rel=RELATIVE, abs=1e-300))
    return bool(value == found)


@pytest.mark.parametrize("seed", range(4))
def test_row_is_its_point_quote(library: Library, seed: int) -> None:
    asked = scenarios_of(library, seed)
    rows = answered(library, table(asked), {})

    assert differing(library, asked, rows, {}) == []


@pytest.mark.parametrize("option", ["reserved_1y", "reserved_3y", "spot", "on_demand"])
def test_percentiles_are_in_order_to_the_last_digit(library: Library, option: str) -> None:
    asked = scenarios_of(library, 11, without="purchase.")[:100]
    base = {"purchases": [{"option": option}]}
    rows = answered(library, table(asked), base)
    points = [run_cost_row({**base, **one}, library) for one in asked]

    spreads = [
        [row[name] for name in ("usd_p10", "usd_p50", "usd_p90")]
        for row in (*rows, *points)
        if row.get("usd_p10") is not None
    ]

    assert spreads
    assert [spread for spread in spreads if spread != sorted(spread)] == []


BASES: list[dict[str, Any]] = [
    {},
    {"purchases": [{"option": "reserved_1y", "upfront": "all"}, {"option": "spot"}]},
    {"purchases": [{"option": "spot"}, {"option": "capacity_block"}]},
    {"purchases": [{"option": "on_demand", "upfront": "all"}, {"option": "owned"}]},
    {"purchases": [{"usd_per_device_hour": 2.0}, {"option": "owned", "discount_fraction": 0.5}]},
]


@pytest.mark.parametrize("base", BASES, ids=lambda base: str(len(str(base))))
def test_row_of_several_purchases_is_its_cheapest(library: Library, base: dict[str, Any]) -> None:
    asked = scenarios_of(library, 9, without="purchase.")[:100]
    rows = answered(library, table(asked), base)

    assert differing(library, asked, rows, base) == []


def test_row_is_its_point_quote_where_little_differs(library: Library) -> None:
    """What all rows share is worked out in floats, and where most is shared, once."""
    draw = random.Random(3)  # noqa: S311 - nothing is secret here
    for one, other in zip(scenarios_of(library, 5), scenarios_of(library, 6), strict=True):
        if draw.random() < LITTLE:
            base = {name: value for name, value in one.items() if value is not None}
            base.pop("facility.pue_ratio", None)
            name = draw.choice(sorted(base.keys() - {"model"}))
            axes = {name: pl.Series([base.pop(name), other[name]], dtype=FIELDS[name].dtype)}
            axes["facility.pue_ratio"] = pl.Series([1.1, 1.2, 1.3, 1.4])
            asked = [
                {field: row[field] for field in axes} for row in Grid(axes).take(EIGHT).to_dicts()
            ]

            assert differing(library, asked, answered(library, Grid(axes), base), base) == []


def test_runs_are_answered_and_refused_for_every_reason(library: Library) -> None:
    asked = [scenario for seed in range(4) for scenario in scenarios_of(library, seed)]
    refusals = [row["refusal"] for row in answered(library, table(asked), {})]

    assert refusals.count(None) > len(asked) / 5
    assert set(refusals) - {None} == {
        "unknown-name",
        "no-price",
        "unsupported-precision",
        "does-not-fit",
        "infeasible",
        "invalid-query",
        "invalid-request",
    }


GRID = {
    "deployment.device_count": pl.Series([64, 7]),
    "purchase.option": pl.Series(["spot", "owned", "reserved_1y"]),
    "purchase.usd_per_device_hour": pl.Series([None, 2.0]),
    "commitments": pl.Series([None, "amortised"]),
    "facility.pue_ratio": pl.Series([1.1, 1.5]),
    "headroom_fraction": pl.Series([0.0, 0.1, 0.2, 0.3]),
}
SHARED = {"model": "llama-3.1-8b", "tokens": 1e12, "deployment.device": "h100-sxm-80gb"}


@pytest.mark.parametrize("columns", [tuple(COLUMNS), ("usd_mean",)])
def test_row_of_a_grid_is_its_point_quote(library: Library, columns: tuple[str, ...]) -> None:
    rows = pl.concat(run_cost_rows(Questions(library, Grid(GRID), SHARED), columns)).to_dicts()
    asked = [{name: row[name] for name in GRID} for row in rows]
    whole = [
        {**dict.fromkeys(COLUMNS), **run_cost_row({**SHARED, **one}, library)} for one in asked
    ]

    assert [
        (name, row[name], point[name])
        for row, point in zip(rows, whole, strict=True)
        for name in columns
        if not agree(name, point[name], row)
    ] == []


@pytest.mark.parametrize(
    "base",
    [
        {"schedule.wall_clock_limit_hours": 2000.0},
        {
            "purchases": [
                {
                    "mix": [
                        {"option": "spot", "device_fraction": 0.5},
                        {"option": "reserved_1y", "device_fraction": 0.5},
                    ]
                }
            ]
        },
        {"purchases": [{"option": "barter"}]},
    ],
    ids=["schedule", "mix", "no purchase"],
)
def test_what_takes_a_search_is_asked_one_by_one(library: Library, base: dict[str, Any]) -> None:
    whole = SHARED | base
    axes = {"tokens": pl.Series([1e11, 1e12])}
    rows = pl.concat(
        run_cost_rows(Questions(library, Grid(axes), whole), ("usd_mean", "refusal"))
    ).to_dicts()
    points = [run_cost_row(whole | {"tokens": row["tokens"]}, library) for row in rows]

    assert [(row["usd_mean"], row["refusal"]) for row in rows] == [
        (point.get("usd_mean"), point.get("refusal")) for point in points
    ]


@pytest.mark.parametrize("meet", ["expected", "p90"])
def test_row_under_a_limit_is_the_cheapest_that_keeps_it(library: Library, meet: str) -> None:
    """Spot is the cheapest of all, and too late on the devices that others need."""
    base: dict[str, Any] = SHARED | {
        "purchases": [{"option": "on_demand"}, {"option": "spot"}],
        "reliability.spot_preemptions_per_instance_hour": 0.01,
        "schedule.meet": meet,
    }
    limits = {"schedule.wall_clock_limit_hours": pl.Series([200.0, 1e6])}
    steady, _ = answered(library, Grid(limits), base | {"purchases": [{"option": "on_demand"}]})
    count = {"deployment.device_count": steady["device_count"]}
    found, every = answered(library, Grid(limits), base | count)
    late, _ = answered(library, Grid(limits), base | {"deployment.device_count": 64})

    assert (found["option"], every["option"]) == ("on_demand", "spot")
    assert found["wall_clock_hours"] <= 200.0
    assert (late["usd_mean"], late["refusal"]) == (None, "infeasible")
    assert "no way of buying ends the run within 200 hours on 64" in late["refusal_detail"]


@pytest.mark.parametrize(
    "base", [{}, {"schedule.wall_clock_limit_hours": 1e6}], ids=["frames", "one by one"]
)
def test_equal_bills_are_answered(library: Library, base: dict[str, Any]) -> None:
    """A break-even of no preemptions at all was looked for without an end."""
    price = {"usd_per_device_hour": 2.5}
    reliability = {"checkpoint_write_seconds": 1800, "restart_seconds": 600}
    whole = SHARED | base
    whole |= {f"reliability.{name}": value for name, value in reliability.items()}
    whole |= {"reliability.spot_capacity_wait_seconds": 300, "deployment.device_count": 8}
    whole |= {"purchases": [{"option": "spot", **price}, {"option": "on_demand", **price}]}
    axes = {"tokens": pl.Series([1e11, 1e12])}
    asked = [{"tokens": tokens} for tokens in axes["tokens"]]

    assert differing(library, asked, answered(library, Grid(axes), whole), whole) == []
