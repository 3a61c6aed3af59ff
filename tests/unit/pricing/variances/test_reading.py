"""Bills as CSV, as finance people export them."""

from collections.abc import Mapping
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.variances.answer import VarianceAnswer
from pricing.variances.query import Actual, PlanQuery, VarianceQuery
from pricing.variances.quote import variances
from pricing.variances.reading import actuals_of
from tests import questions

COLUMNS = (
    "ChargePeriodStart,ChargeCategory,ChargeClass,EffectiveCost,BillingCurrency,PricingUnit,"
    "PricingQuantity,PricingCategory,ServiceCategory,ServiceName,ChargeDescription"
)
USAGE = {
    "ChargePeriodStart": "2026-08-01T00:00:00Z",
    "ChargeCategory": "Usage",
    "EffectiveCost": "1000",
    "BillingCurrency": "USD",
    "PricingUnit": "Hours",
    "PricingQuantity": "20",
    "PricingCategory": "Standard",
    "ServiceCategory": "Compute",
    "ServiceName": "Amazon EC2",
    "ChargeDescription": "p5.48xlarge in us-east-1",
}


def export(*charges: dict[str, str], **columns: str) -> str:
    """An export with a charge of usage, and others that differ from it."""
    names = list(dict.fromkeys([*COLUMNS.split(","), *columns]))
    rows = [USAGE | columns | charge for charge in ({}, *charges)]
    lines = [",".join(f'"{row.get(name, "")}"' for name in names) for row in rows]
    return "\n".join([",".join(names), *lines])


def read(library: Library, text: str) -> tuple[tuple[Actual, ...], list[str]]:
    warnings: list[str] = []
    return actuals_of(text, library.newest, warnings.append), warnings


def asked(library: Library, text: str, purchase: Mapping[str, Any] | None = None) -> VarianceAnswer:
    changes = {"purchase": purchase} if purchase else {}
    plan = questions.tco({"catalog": "2026-10-31", "horizon_months": 2, **changes})
    names = {name: getattr(plan, name) for name in plan.__struct_fields__}
    return variances(VarianceQuery(plan=PlanQuery(**names), csv=text), library)


@pytest.mark.parametrize("unit", ["Hours", "hours", "Hrs", "1 Hour", "h"])
def test_hours_are_hours_however_they_are_spelt(unit: str, library: Library) -> None:
    (row,), _ = read(library, export(PricingUnit=unit))

    assert (row.line, row.hours, row.instance_type) == ("on_demand", 20.0, "p5.48xlarge")


def test_a_correction_takes_off_its_hours(library: Library) -> None:
    text = export({"ChargeClass": "Correction", "EffectiveCost": "-100", "PricingQuantity": "-2"})
    answer = asked(library, text)

    assert answer.actual_usd == 900.0
    assert answer.rows[0].actual_device_hours == 8 * 18.0


def test_hours_of_a_month_are_not_below_none(library: Library) -> None:
    text = export({"ChargeClass": "Correction", "EffectiveCost": "-9", "PricingQuantity": "-21"})

    with pytest.raises(InvalidQuery, match="add up to less than 0") as refusal:
        asked(library, text)
    assert refusal.value.field == "csv"


@pytest.mark.parametrize("quantity", ["", "1"])
def test_a_credit_is_dollars_without_hours(quantity: str, library: Library) -> None:
    text = export(
        {"ChargeCategory": "Credit", "EffectiveCost": "(100.00)", "PricingQuantity": quantity}
    )
    rows, _ = read(library, text)

    assert (rows[1].line, rows[1].usd, rows[1].hours) == ("Amazon EC2", -100.0, None)


def test_taxes_are_a_line_of_their_own_and_told(library: Library) -> None:
    rows, warnings = read(library, export({"ChargeCategory": "Tax", "EffectiveCost": "190.5"}))

    assert (rows[1].line, rows[1].usd, rows[1].hours) == ("tax", 190.5, None)
    assert warnings[0].startswith("the bill has 190.50 USD of taxes")


def test_another_currency_is_read_in_dollars_and_told(library: Library) -> None:
    euros = export({"PricingQuantity": "1"}, BillingCurrency="EUR")
    answer = asked(library, euros)
    priced = export(
        BillingCurrency="EUR", PricingCurrency="USD", PricingCurrencyEffectiveCost="1150"
    )
    (exact, _), _ = read(library, priced + "\n" + priced.partition("\n")[2])

    assert 2000.0 < answer.actual_usd < 3000.0
    assert "1 EUR = " in answer.warnings[0]
    assert exact.usd == 1150.0


@pytest.mark.parametrize("currency", ["XYZ", "€"])
def test_an_unknown_currency_is_refused(currency: str, library: Library) -> None:
    with pytest.raises(InvalidQuery, match="no rate of"):
        read(library, export(BillingCurrency=currency))


@pytest.mark.parametrize(
    ("text", "usd"),
    [
        ("month,line,usd\n2026-08,storage,1234.5\n", 1234.5),
        ('Month,Line,USD\n2026-08,storage,"1,234.50"\n', 1234.5),
        ("month;line;usd\n2026-08;storage;12,5\n", 12.5),
        ("month;line;usd\n2026-08;storage;1.234,56\n", 1234.56),
        ("month,line,usd\n2026-08,storage,-3e2\n", -300.0),
    ],
)
def test_amounts_are_read_as_spreadsheets_write_them(
    text: str, usd: float, library: Library
) -> None:
    (row,), _ = read(library, text)

    assert row.usd == usd


def test_an_amount_of_two_readings_is_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery, match="usd"):
        read(library, "month;line;usd\n2026-08;storage;1,234\n")


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("storage,,12.5", {"on_demand", "reserved_1y"}),
        ("on_demand,800,5504", {"reserved_1y"}),
        ("a plan of 2025,800,5504", set[str]()),  # perhaps what was planned, by another name
    ],
)
def test_a_bill_without_hours_of_a_plan_is_told(
    line: str, is_told: set[str], library: Library
) -> None:
    base = {"option": "reserved_1y", "provider": "aws", "region": "us-east-1"}
    plan = {"base": base, "base_replicas": 3}
    answer = asked(library, f"month,device_count,line,hours,usd\n2026-08,8,{line}\n", plan)
    told = next(one for one in answer.warnings if "has no line for" in one)

    assert {name for name in ("on_demand", "reserved_1y") if name in told} == is_told


@pytest.mark.parametrize("line", ["", "invoice 4711"])
def test_a_bill_of_dollars_alone_is_told_by_volume_and_other(library: Library, line: str) -> None:
    answer = asked(library, f"month,line,usd\n2026-08,{line},600000\n")

    effects = answer.effects
    assert effects is not None
    assert (effects.efficiency_usd, effects.mix_usd, effects.price_usd) == (0.0, 0.0, 0.0)
    assert effects.volume_usd + effects.other_usd == pytest.approx(answer.variance_usd, abs=1e-4)
    assert any("has no device-hours" in one for one in answer.warnings)


def test_a_type_of_commitment_is_the_only_line_of_its_kind(library: Library) -> None:
    plan = questions.tco({"catalog": "2026-10-31", "purchase.option": "reserved_1y"})
    names = {name: getattr(plan, name) for name in plan.__struct_fields__}
    text = export(
        ChargePeriodEnd="2026-08-16T00:00:00Z",
        ChargeDescription="",
        x_UsageType="BoxUsage:p5.48xlarge",
        CommitmentDiscountStatus="Used",
        CommitmentDiscountType="Reserved Instance",
        CommitmentDiscountUnit="Hours",
        CommitmentDiscountQuantity="20",
    )
    answer = variances(VarianceQuery(plan=PlanQuery(**names), csv=text), library)

    reserved = next(row for row in answer.rows if row.line == "reserved_1y")
    assert (reserved.actual_usd, reserved.actual_device_hours) == (1000.0, 160.0)
    assert "the charges of 2026-08 end on 2026-08-16" in answer.warnings[0]


def test_an_export_without_a_column_names_it(library: Library) -> None:
    with pytest.raises(InvalidQuery, match="EffectiveCost"):
        read(library, "BilledCost,ChargeCategory,ChargePeriodStart\n1,Usage,2026-08-01\n")


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("p5.48xlarge,20,1100.8", []),
        ("p5.48xlarge,20,137.6", ["on_demand of 2026-08 is read as 0.86 USD a device-hour"]),
        ("p5en.48xlarge,20,1100.8", ["p5en.48xlarge has h200-sxm-141gb"]),
    ],
)
def test_hours_that_are_unlike_the_plans_are_told_first(
    library: Library, row: str, told: list[str]
) -> None:
    answer = asked(library, f"month,instance_type,hours,usd\n2026-08,{row}\n")
    plain = asked(library, "month,instance_type,hours,usd\n2026-08,p5.48xlarge,20,1100.8\n")
    more = [one for one in answer.warnings if one not in plain.warnings]

    assert [one.partition(", ")[0] for one in more] == told


def test_lines_by_the_thousand_are_refused(library: Library) -> None:
    """Each would be gone through for every other."""
    lines = "\n".join(f"2026-08,line {at},1" for at in range(2_000))
    with pytest.raises(InvalidQuery, match="1,000 lines at the most") as caught:
        asked(library, f"month,line,usd\n{lines}")

    assert caught.value.field == "csv"
