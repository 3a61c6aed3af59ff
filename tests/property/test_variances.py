"""The law of variances: their parts add up to the last digit, and each is what it says."""

from decimal import Decimal
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import astuple

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.focus.quote import service_forecast
from pricing.variances.answer import VarianceAnswer
from pricing.variances.effects import Costs, Line, effects_of
from pricing.variances.query import VarianceQuery
from pricing.variances.quote import variances
from tests import questions
from tests.property.test_months import added, printed

LINES = ("on_demand", "spot", "reserved_1y", "energy", "staff")
PLAN = questions.TCO | {"catalog": "2026-10-31", "horizon_months": 3}
HOURS = {"month": "2026-08", "hours": 3800.0, "instance_type": "p5.48xlarge"}
BILL = [
    {**HOURS, "usd_per_hour": 50.0},
    {"month": "2026-08", "line": "network_egress", "usd": 600.0},
    {"month": "2026-08", "line": "storage", "usd": 2.0},
    {"month": "2026-08", "requests": 1.5e8, "input_tokens": 1.5e11, "output_tokens": 4e10},
]
PRICE = 6.88
"""USD per device-hour of the plan."""


def asked(library: Library, **fields: Any) -> VarianceAnswer:
    return variances(msgspec.convert(fields, VarianceQuery), library)


def drawn(draw: np.random.Generator) -> Costs:
    """A month of some lines: those of the first three have device-hours."""
    lines = {}
    for place, name in enumerate(LINES):
        if draw.random() < 0.7:
            hours = float(draw.uniform(0.0, 1e6)) if place < 3 else None
            lines[name] = Line(int(draw.integers(0, 10**12)), hours)
    served = float(draw.uniform(0.0, 1e13)) if draw.random() < 0.8 else None
    return Costs(lines, served)


def test_parts_of_a_thousand_random_pairs_add_up_exactly() -> None:
    draw = np.random.default_rng(39)
    for _ in range(1000):
        plan, actual = drawn(draw), drawn(draw)

        assert sum(effects_of(plan, actual)) == actual.units - plan.units


def test_a_month_like_its_plan_has_no_variance() -> None:
    costs = Costs({"on_demand": Line(700, 10.0), "spot": Line(100, 5.0)}, 4.0)

    assert effects_of(costs, costs) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (Costs({"a": Line(2000, 20.0), "b": Line(200, 4.0)}, 2.0), (1100, 0, 0, 0, 0)),
        (Costs({"a": Line(2000, 20.0), "b": Line(200, 4.0)}, 1.0), (0, 1100, 0, 0, 0)),
        (Costs({"a": Line(600, 6.0), "b": Line(300, 6.0)}, 1.0), (0, 0, -200, 0, 0)),
        (Costs({"a": Line(900, 10.0), "b": Line(100, 2.0)}, 1.0), (0, 0, 0, -100, 0)),
        (Costs({"a": Line(1000, 10.0), "b": Line(100, 2.0), "c": Line(7)}, 1.0), (0, 0, 0, 0, 7)),
    ],
)
def test_each_part_is_what_it_says(actual: Costs, expected: tuple[int, ...]) -> None:
    plan = Costs({"a": Line(1000, 10.0), "b": Line(100, 2.0)}, 1.0)

    assert effects_of(plan, actual) == expected


def test_a_bill_beside_its_plan(library: Library) -> None:
    answer = asked(library, plan=PLAN, actuals=BILL)
    (month,) = answer.months
    planned = {row.line: row for row in answer.rows}["on_demand"].plan_device_hours
    assert planned is not None
    ratio = 1.9e11 / (5e6 * 31 * 1280)

    assert added(astuple(month.effects)) == printed(month.variance_usd)
    assert month.effects.volume_usd == pytest.approx((ratio - 1.0) * planned * PRICE)
    assert month.effects.efficiency_usd == pytest.approx((30_400 - ratio * planned) * PRICE)
    assert month.effects.price_usd == pytest.approx(190_000 - 30_400 * PRICE)
    assert month.unit_prices.usd_per_million_tokens == pytest.approx(190_602 / 1.9e5)
    assert [one.basis for one in answer.forecast] == ["actual", "plan", "plan"]
    assert answer.forecast_usd_total is not None
    assert answer.plan_usd_total is not None
    assert Decimal(str(answer.forecast_usd_total)) - printed(answer.plan_usd_total) == printed(
        month.variance_usd
    )


@pytest.mark.parametrize("plan", [{"plan": PLAN}, {}], ids=["planned", "alone"])
def test_a_credit_of_a_way_of_buying_lowers_the_price_of_its_hours(
    plan: dict[str, Any], library: Library
) -> None:
    credit = {"month": "2026-08", "line": "on_demand", "usd": -4000.0}
    billed = asked(library, **plan, actuals=BILL)
    for bill in ([*BILL, credit], [credit, *BILL]):
        less = asked(library, **plan, actuals=bill)
        (row,) = (one for one in less.rows if one.line == "on_demand")

        assert (row.actual_usd, row.actual_device_hours) == (186_000.0, 30_400.0)
        assert less.unit_prices.usd_per_hour == pytest.approx(186_000 / 3800)
        if billed.effects is not None and less.effects is not None:
            changes = np.subtract(astuple(less.effects), astuple(billed.effects))
            assert changes == pytest.approx([0.0, 0.0, 0.0, -4000.0, 0.0], abs=1e-3)


def test_tokens_that_were_served_cost_the_whole_bill(library: Library) -> None:
    prices = asked(library, plan=PLAN, actuals=BILL).unit_prices
    assert prices.usd_per_million_input_tokens is not None
    assert prices.usd_per_million_output_tokens is not None
    spent = 1.5e5 * prices.usd_per_million_input_tokens + 4e4 * prices.usd_per_million_output_tokens

    assert spent == pytest.approx(190_602.0)


@pytest.mark.parametrize(
    "purchase",
    [
        {"option": "on_demand", "provider": "aws"},
        {"plan": "optimal", "provider": "aws"},
        {"base": {"option": "reserved_3y", "provider": "aws"}, "burst": {"option": "spot"}},
        {"option": "owned"},
    ],
)
def test_a_plan_billed_as_planned_has_no_variance(purchase: Any, library: Library) -> None:
    plan = PLAN | {"purchase": purchase, "training_usd": 1000.0}
    forecast = service_forecast(questions.tco(plan), library)
    answer = asked(library, plan=plan, csv=forecast.write_csv())
    assert answer.effects is not None

    assert answer.variance_usd == 0.0
    assert astuple(answer.effects) == pytest.approx((0.0,) * 5, abs=1e-3)
    assert answer.forecast_usd_total == answer.plan_usd_total


def test_a_bill_line_alone_has_its_unit_prices(library: Library) -> None:
    line = {
        "hours": 730,
        "instance_type": "p5.48xlarge",
        "usd_per_hour": 55.04,
        "input_tokens": 30e9,
        "output_tokens": 9.1e9,
    }
    answer = asked(library, actuals=[line])

    assert answer.actual_usd == 40_179.2
    assert answer.unit_prices.usd_per_million_tokens == pytest.approx(40_179.2 / 39_100)
    assert answer.unit_prices.usd_per_million_output_tokens_all_in == pytest.approx(40_179.2 / 9100)
    assert answer.unit_prices.usd_per_million_input_tokens is None
    assert (answer.months, answer.forecast, answer.plan_usd) == ((), (), None)


EXPORT = """ChargePeriodStart,ChargeCategory,EffectiveCost,ServiceCategory,ServiceName,\
PricingCategory,PricingQuantity,PricingUnit,ChargeDescription,CommitmentDiscountStatus,\
CommitmentDiscountType,CommitmentDiscountUnit
2025-07-01T00:00:00Z,Usage,55.04,Compute,Amazon EC2,Standard,1,Hours,a p5.48xlarge hour,,,
2025-07-01T00:00:00Z,Usage,44.5,Compute,Amazon EC2,Committed,1,Hours,a p5.48xlarge hour,Used,\
Compute Savings Plan,USD
2025-07-01T00:00:00Z,Usage,12.0,Compute,Amazon EC2,Committed,,,unused,Unused,\
Compute Savings Plan,USD
2025-07-01T00:00:00Z,Purchase,0,Compute,Amazon EC2,Standard,744,Hours,a fee,,,
2025-07-01T00:00:00Z,Usage,2.0,Storage,Amazon S3,Standard,100,GB-Months,storage,,,
"""
CSV = "month,line,hours,usd_per_hour,instance_type\n2026-08,on_demand,{},55.04,p5.48xlarge\n"


def test_a_csv_is_read_by_its_columns(library: Library) -> None:
    answer = asked(library, plan=PLAN, csv="\ufeff" + CSV.format("3720"))

    assert answer.actual_usd == pytest.approx(3720 * 55.04)
    assert "nothing says what was served in 2026-08" in answer.warnings[0]
    assert "no line for network_egress, storage" in answer.warnings[1]


def test_an_export_is_read_by_its_effective_costs(library: Library) -> None:
    answer = asked(library, csv=EXPORT)

    assert [(row.line, row.actual_usd, row.actual_device_hours) for row in answer.rows] == [
        ("on_demand", 55.04, 8.0),
        ("Compute Savings Plan", 56.5, 8.0),
        ("Amazon S3", 2.0, None),
    ]
    assert answer.unit_prices.usd_per_hour == pytest.approx((55.04 + 56.5) / 2)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({}, "actuals"),
        ({"csv": CSV.format("many")}, "csv"),
        ({"csv": "month,hour\n2026-08,1\n"}, "csv"),
        ({"plan": PLAN, "actuals": [{"usd": 1.0}]}, "actuals[0].month"),
        ({"plan": PLAN, "actuals": [{"usd": 1.0, "month": "2027-08"}]}, "actuals[0].month"),
        ({"actuals": [{"hours": 1.0}]}, "actuals[0].usd_per_hour"),
        ({"actuals": [{"hours": 1.0, "usd_per_hour": 1.0, "usd": 1.0}]}, "actuals[0].usd"),
        (
            {"plan": PLAN, "actuals": [{"month": "2026-08", "line": "on_demand", "usd": 9.0}]},
            "actuals[0].hours",
        ),
        (
            {"plan": PLAN, "actuals": [{"month": "2026-08", "hours": 1.0, "usd_per_hour": 1.0}]},
            "actuals[0].device_count",
        ),
    ],
)
def test_bills_that_say_too_little_are_refused(
    fields: dict[str, Any], field: str, library: Library
) -> None:
    with pytest.raises(Refusal) as refusal:
        asked(library, **fields)

    assert refusal.value.field == field
