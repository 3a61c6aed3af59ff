"""A bill of three months under a private pricing agreement, worked out by hand."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.run_costs.quote import run_costs
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from tests import questions

EDP: dict[str, Any] = {
    "name": "EDP",
    "provider": "aws",
    "discount_fraction": 0.1,
    "minimum_usd": 1e6,
    "valid_from": "2025-11",
    "spent_usd": 3e5,
}
"""10% off, for 1 M USD a year. Its year ends in October; 300,000 USD of it are spent before."""


def answered(library: Library, **changes: Any) -> TcoAnswer:
    return tco(
        questions.tco(
            {
                "horizon_months": 3,
                "catalog": "2026-10-31",
                "as_of": "2026-07-01",
                "drivers": False,
                "overheads": {"egress_usd_per_gigabyte": 0.09},
                "contracts": [EDP | changes],
            }
        ),
        library,
    )


def test_bill_of_three_months_under_an_agreement(library: Library) -> None:
    """Five p5.48xlarge on demand, 8 × 6.88 = 55.04 USD an hour each, 275.20 USD together.

    - August and October have 744 h, September 720 h: 204,748.80, 198,144.00 and 204,748.80 USD,
      607,641.60 in all. A tenth is 20,474.88, 19,814.40 and 20,474.88 USD, 60,764.16 in all.
    - What counts for the minimum: 300,000 + 607,641.60 − 60,764.16 = 846,877.44 USD.
    - The year ends in October: 1,000,000 − 846,877.44 = 153,122.56 USD are due then.
    - Egress and storage are not covered: 5 M requests a day of 256 tokens, and the weights.
    """
    answer = answered(library)
    items = [month.line_items_usd for month in answer.months]
    (use,) = answer.contracts

    assert [one["compute_burst"] for one in items] == [204_748.8, 198_144.0, 204_748.8]
    assert [one["contract_discount"] for one in items] == [-20_474.88, -19_814.4, -20_474.88]
    assert [one["contract_shortfall"] for one in items] == [0.0, 0.0, 153_122.56]
    assert use.periods[0].counted_usd == 846_877.44
    others = sum(one["network_egress"] + one["storage"] for one in items)
    assert answer.totals.usd_total == pytest.approx(
        607_641.60 - 60_764.16 + 153_122.56 + others, abs=1e-6
    )
    assert [month.invoices_usd for month in answer.cash.months] == [
        month.usd_total for month in answer.months
    ]


def test_agreement_may_cover_egress_and_begin_with_the_service(library: Library) -> None:
    """Egress and storage of three months have a tenth off where the contract says so.

    The year runs on to July 2027, with nothing spent before: 1,000,000 − 0.9 × (607,641.60 and what
    is sent and stored) is missing, and charged in the last month, as terms are to their end.
    """
    covers = ["on_demand", "commitments", "storage", "egress"]
    answer = answered(library, covers=covers, valid_from=None, spent_usd=None)
    items = answer.totals.line_items_usd
    spent = 607_641.60 + items["network_egress"] + items["storage"]

    assert items["contract_discount"] == pytest.approx(-0.1 * spent, abs=1e-3)
    assert items["contract_shortfall"] == pytest.approx(1e6 - 0.9 * spent, abs=1e-3)
    assert answer.months[-1].line_items_usd["contract_shortfall"] == items["contract_shortfall"]
    assert any("runs on to 2027-07" in warning for warning in answer.warnings)


@pytest.mark.parametrize(
    ("changes", "discount"),
    [
        # 5% of 100,000, 10% of the 200,000 up to 300,000, 20% of the 307,641.60 above.
        ({"tiers_hold_for": "spend_within"}, 5_000.0 + 20_000.0 + 61_528.32),
        # The year reaches the third tier: 20% of all.
        ({"tiers_hold_for": "whole_spend"}, 121_528.32),
        # A month's spend is within the second tier: 5,000 + 10% of what is above 100,000.
        ({"period": "month"}, 3 * 5_000.0 + 0.1 * (607_641.60 - 300_000.0)),
        # With 50,000 a month of other work 757,641.60 are spent, and this bill has its share.
        (
            {"other_usd_per_month": 50_000.0, "tiers_hold_for": "whole_spend"},
            121_528.32,
        ),
    ],
)
def test_tiers_of_spend(library: Library, changes: dict[str, Any], discount: float) -> None:
    """Tiers from 0, 100,000 and 300,000 USD: 5%, 10% and 20%."""
    tiers = [
        {"from_usd": usd, "discount_fraction": off}
        for usd, off in ((0.0, 0.05), (1e5, 0.1), (3e5, 0.2))
    ]
    bare = {"discount_fraction": None, "minimum_usd": None, "valid_from": None, "spent_usd": None}
    answer = answered(library, **bare, tiers=tiers, **changes)

    assert answer.contracts[0].discount_usd == pytest.approx(discount, abs=1e-3)
    assert answer.totals.line_items_usd["contract_discount"] == pytest.approx(-discount, abs=1e-3)


def test_run_under_an_agreement(library: Library) -> None:
    """256 H100 of p5.48xlarge on demand, from August 15 on, under an agreement to September.

    What the run costs without it is C, but for storage and egress. A tenth of C is taken off. With
    500,000 USD spent before, 2,000,000 − 500,000 − 0.9 · C is due in September, with which the run
    costs 1,500,000 USD and what is stored and sent. A longer run costs no more, until C is larger.
    """
    changes = {
        "schedule": {"start": "2026-08-15"},
        "tokens": 3e12,
        "purchases": [
            {"option": "on_demand", "provider": "aws", "region": "ap-south-1"},
            {"option": "owned"},
        ],
    }
    contract = EDP | {"minimum_usd": 2e6, "valid_to": "2026-09", "spent_usd": 5e5}
    contract["valid_from"] = "2025-10"
    bare, _ = run_costs(questions.run_cost(changes), library).options
    answer = run_costs(questions.run_cost(changes | {"contracts": [contract]}), library)
    under, owned = answer.options
    items = {item.name: item.usd for item in under.line_items}
    others = items["checkpoint_storage"] + items["egress"]
    spent = bare.usd.mean - others
    assert under.cash is not None

    assert items["contract_discount"] == pytest.approx(-0.1 * spent, abs=1e-3)
    assert items["contract_shortfall"] == pytest.approx(1.5e6 - 0.9 * spent, abs=1e-3)
    assert under.usd.mean == sum(items.values()) == pytest.approx(1.5e6 + others, abs=1e-3)
    assert under.usd.p10 == pytest.approx(under.usd.mean, abs=1e-3)
    assert under.usd.p90 == pytest.approx(others + 0.9 * (bare.usd.p90 - others), abs=1e-3)
    assert under.cash.months[-1].month == "2026-09"
    assert under.cash.usd_paid == pytest.approx(under.usd.mean, abs=1e-3)
    assert owned.contracts == ()
    assert any("nothing of owned" in warning for warning in answer.warnings)
