"""The laws of charges in FOCUS: they add up to the answer, and prices to their costs."""

from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.focus.quote import run_forecast, service_forecast
from pricing.run_costs.quote import run_costs
from pricing.tco.quote import tco
from tests import questions
from tests.focus.forecasts import PURCHASES
from tests.property.laws import law
from tests.property.services import CONTRACTED, CONTRACTS
from tests.property.services import PURCHASES as SERVED

COVERED = pl.col("CommitmentDiscountStatus")
PREPAID = {"base": {"option": "reserved_1y", "provider": "aws", "upfront": "partial"}}
SERVICES = {name: drawn for name, drawn in CONTRACTED.items() if name != "alternative"} | {
    "purchase": st.sampled_from((*SERVED, PREPAID))
}


def units(usd: pl.Series) -> int:
    """Whole ten-thousandths of a dollar."""
    return sum(round(one * 10_000) for one in usd)


def check_prices(rows: pl.DataFrame) -> None:
    """Unit prices times quantities are costs, and commitments cost what is bought of them."""
    for price in ("List", "Contracted"):
        product = rows[f"{price}UnitPrice"] * rows["PricingQuantity"]
        assert product.to_list() == rows[f"{price}Cost"].to_list()
        assert rows[f"{price}UnitPrice"].min() >= 0.0  # type: ignore[operator]
    purchases = rows.filter(ChargeCategory="Purchase")
    assert set(purchases["EffectiveCost"]) <= {0.0}
    once = purchases.filter(ChargeFrequency="One-Time")
    assert (
        (once["BilledCost"] - once["ListCost"]).abs() < 0.01 * (1.0 + once["ListCost"].abs())
    ).all()
    assert rows.filter(COVERED.is_not_null())["BilledCost"].sum() == 0.0
    assert (
        rows.filter(COVERED == "Unused")["ConsumedQuantity"].null_count()
        == rows.filter(COVERED == "Unused").height
    )
    for (commitment,), charges in rows.group_by("CommitmentDiscountId"):
        if commitment is not None:
            assert units(charges["EffectiveCost"]) == units(charges["BilledCost"])
            bought = charges.filter(ChargeCategory="Purchase", CommitmentDiscountCategory="Usage")
            left = (bought["ContractedCost"] - bought["BilledCost"]).abs()
            assert (left <= 1e-3 + 1e-6 * bought["BilledCost"]).all()


def uncommitted_is_priced(rows: pl.DataFrame) -> bool:
    """Whether charges without a commitment cost their contracted price, to the last digit."""
    alone = rows.filter(
        pl.col("CommitmentDiscountId").is_null()
        & (pl.col("ChargeCategory") == "Usage")
        & (pl.col("x_PriceBasis") == "table")
    )
    left = (alone["ContractedCost"] - alone["EffectiveCost"]).abs()
    return bool((left <= 1e-4 + 1e-9 * alone["EffectiveCost"].abs()).all())


@settings(law, max_examples=15)
@given(changes=st.fixed_dictionaries(SERVICES))
def test_charges_of_a_service_add_up_to_its_months(
    changes: Mapping[str, Any], library: Library
) -> None:
    query = questions.tco({k: v for k, v in changes.items() if v is not None})
    answer, rows = tco(query, library), service_forecast(query, library)
    months = {f"{month.month}-01T00:00:00Z": month for month in answer.months}
    by_month = {str(name): part for (name,), part in rows.group_by("BillingPeriodStart")}

    assert set(by_month) <= set(months)
    for name, month in months.items():
        part = by_month.get(name, rows.clear())
        assert units(part["EffectiveCost"]) == round(month.usd_total * 10_000)
        assert units(part["BilledCost"]) == round(month.usd_paid * 10_000)
        usage = part.filter(pl.col("ChargeCategory") != "Purchase")
        items = {
            str(item): units(own["EffectiveCost"]) for (item,), own in usage.group_by("x_LineItem")
        }
        asked = {item: round(usd * 10_000) for item, usd in month.line_items_usd.items()}
        # what is paid upfront has its discount as a credit
        off = items.pop("contract_discount", 0) - asked.pop("contract_discount", 0)
        left = {item: asked[item] - items.get(item, 0) for item in asked}
        assert sum(left.values()) == off
        assert all(0 <= one <= off for one in left.values())
    check_prices(rows)
    assert uncommitted_is_priced(rows)


@law
@given(
    tokens=st.floats(1e9, 1e13),
    device_count=st.sampled_from([64, 250, 1024]),
    purchases=st.sampled_from(PURCHASES),
    start=st.sampled_from(["2026-02-01", "2026-07-31"]),
    commitments=st.sampled_from(["borne", "amortised"]),
    contracts=st.sampled_from(CONTRACTS),
)
def test_charges_of_a_run_add_up_to_its_mean(
    tokens: float,
    device_count: int,
    purchases: list[dict[str, Any]] | None,
    start: str,
    commitments: str,
    contracts: list[Mapping[str, Any]],
    library: Library,
) -> None:
    query = questions.run_cost(
        {
            "contracts": contracts,
            "tokens": tokens,
            "deployment.device_count": device_count,
            "purchases": purchases,
            "schedule": {"start": start},
            "commitments": commitments,
        }
    )
    try:
        rows = run_forecast(query, library)
    except Refusal:
        assume(condition=False)
    answer = run_costs(query, library)
    best = answer.ranking[0].purchase_index
    (option,) = (one for one in answer.options if one.purchase_index == best)
    financing = sum(item.usd for item in option.line_items if item.name == "cost_of_capital")

    assert units(rows["EffectiveCost"]) == round(option.usd.mean * 10_000)
    assert rows["BilledCost"].sum() == pytest.approx(
        option.usd.mean - financing, abs=2e-4, rel=1e-9
    )
    assert rows["ChargePeriodStart"].min() == f"{start}T00:00:00Z"
    assert option.cash is not None
    for month in option.cash.months:
        part = rows.filter(BillingPeriodStart=f"{month.month}-01T00:00:00Z")
        assert units(part["EffectiveCost"]) == round(month.usd_total * 10_000)
        assert units(part["BilledCost"]) == round(month.usd_paid * 10_000)
        assert sum(round(usd * 10_000) for usd in month.line_items_usd.values()) == round(
            month.usd_total * 10_000
        )
    check_prices(rows)
