"""Contracts over whole bills: bad ones are refused, and others say what they do not know."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from tests import questions

TENTH = {"discount_fraction": 0.1}
MINIMUM = {"minimum_usd": 1e6}


def answered(library: Library, *contracts: dict[str, Any], **changes: Any) -> TcoAnswer:
    asked = {"horizon_months": 6, "contracts": list(contracts)}
    return tco(questions.tco(asked | changes), library)


@pytest.mark.parametrize(
    ("contracts", "field"),
    [
        ([{"name": "none"}], "contracts[0].discount_fraction"),
        ([TENTH | {"provider": "hal"}], "contracts[0].provider"),
        (
            [TENTH | {"tiers": [{"from_usd": 0.0, "discount_fraction": 0.2}]}],
            "contracts[0].tiers",
        ),
        (
            [{"tiers": [{"from_usd": usd, "discount_fraction": 0.1} for usd in (9.0, 2.0)]}],
            "contracts[0].tiers",
        ),
        ([TENTH | {"minimum_counts": ["egress"]}], "contracts[0].minimum_usd"),
        ([TENTH | {"valid_from": "2026-10", "valid_to": "2026-09"}], "contracts[0].valid_to"),
        ([TENTH | {"valid_from": "2027-06"}], "contracts[0].valid_from"),
        ([TENTH | {"valid_from": "2025-01", "valid_to": "2026-07"}], "contracts[0].valid_to"),
        ([MINIMUM | {"period": "term"}], "contracts[0].valid_to"),
        ([MINIMUM | {"spent_usd": 5.0}], "contracts[0].spent_usd"),
        ([TENTH, {"discount_fraction": 0.2, "covers": ["on_demand"]}], "contracts[1].covers"),
    ],
)
def test_bad_contracts_are_refused(
    library: Library, contracts: list[dict[str, Any]], field: str
) -> None:
    with pytest.raises(InvalidQuery) as refused:
        answered(library, *contracts)

    assert refused.value.field == field


def test_contracts_follow_each_other(library: Library) -> None:
    answer = answered(
        library,
        TENTH | {"valid_to": "2026-10"},
        {"discount_fraction": 0.2, "valid_from": "2026-11"},
    )
    rates = [
        -month.line_items_usd["contract_discount"] / month.line_items_usd["compute_burst"]
        for month in answer.months
    ]

    assert rates == pytest.approx([0.1] * 3 + [0.2] * 3)


@pytest.mark.parametrize(
    ("contract", "told"),
    [
        (TENTH | {"provider": "gcp"}, "nothing of this deployment is on the bill of gcp"),
        (MINIMUM | {"valid_from": "2026-01"}, "counts no spend of the months before"),
        (MINIMUM | {"valid_to": "2026-12"}, "ends within a year"),
        ({"minimum_usd": 1e8}, "runs on to 2027-07"),
    ],
)
def test_what_is_unknown_of_a_contract_is_told(
    library: Library, contract: dict[str, Any], told: str
) -> None:
    assert any(told in warning for warning in answered(library, contract).warnings)


def test_last_year_of_a_contract_has_its_part_of_the_minimum(library: Library) -> None:
    """Five months of a year at 12 M USD: 5 M USD."""
    answer = answered(library, {"minimum_usd": 12e6, "valid_to": "2026-12"})
    (period,) = answer.contracts[0].periods

    assert period.minimum_usd == 5e6
    assert answer.months[4].line_items_usd["contract_shortfall"] == pytest.approx(
        5e6 - period.counted_usd
    )
    assert answer.months[5].line_items_usd["contract_shortfall"] == 0.0


def test_fees_after_the_horizon_count_for_their_own_period(library: Library) -> None:
    """A term of a year under an agreement of the same year: nothing is missing after its fees.

    Where the agreement ends with the horizon, the fees of the months after it neither count nor
    have its discount.
    """
    purchase = {"option": "reserved_1y", "provider": "aws"}
    year = answered(library, TENTH | MINIMUM, purchase=purchase)
    half = answered(library, TENTH | MINIMUM | {"valid_to": "2027-01"}, purchase=purchase)
    items = year.totals.line_items_usd
    fees = sum(one.usd for one in year.purchase.commitments)

    assert items["contract_discount"] == pytest.approx(-0.1 * fees, abs=1e-3)
    within = fees - sum(one.usd_beyond_horizon for one in half.purchase.commitments)
    assert half.contracts[0].periods[0].counted_usd == pytest.approx(0.9 * within, abs=1e-3)


def test_fees_after_the_horizon_count_for_no_year_before(library: Library) -> None:
    """A base of three years under minimums of a year: both years of the question lack as much.

    Years of 365 and 366 days, as the second one has a February of 29.
    """
    purchase = {
        "base": {"option": "reserved_3y", "provider": "aws", "region": "us-east-1"},
        "base_replicas": 9,
        "burst": {"option": "on_demand"},
    }
    answer = answered(library, MINIMUM | {"minimum_usd": 9e6}, purchase=purchase, horizon_months=24)
    first, second = answer.contracts[0].periods

    assert second.counted_usd == pytest.approx(first.counted_usd * 366 / 365, rel=1e-9)
    assert second.shortfall_usd == pytest.approx(9e6 - second.counted_usd)
    assert answer.purchase.usd_beyond_horizon > 1e6


def test_alternatives_and_on_demand_are_under_the_contract_too(library: Library) -> None:
    """Everything that stands beside a service is 10% less on the same bill."""
    other = {"deployment": {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"}}
    changes: dict[str, Any] = {
        "alternative": other | {"purchase": {"provider": "aws"}},
        "purchase": {"option": "reserved_1y", "provider": "aws"},
        "overheads": {"egress_usd_per_gigabyte": 0.0, "storage_usd_per_gigabyte_month": 0.0},
    }
    bare, under = answered(library, **changes), answered(library, TENTH, **changes)

    for before, after in (
        (bare.purchase.all_on_demand_usd, under.purchase.all_on_demand_usd),
        (bare.alternatives[0].usd_total, under.alternatives[0].usd_total),
        (bare.alternatives[0].curve[3].usd_per_month, under.alternatives[0].curve[3].usd_per_month),
        (bare.totals.usd_total_low, under.totals.usd_total_low),
    ):
        assert before is not None
        assert after == pytest.approx(0.9 * before, rel=1e-6)
