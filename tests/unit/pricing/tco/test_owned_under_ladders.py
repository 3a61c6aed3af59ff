"""Commitments and hours that are rented atop owned devices."""

from typing import Any

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.fleet.hours import Hours, above
from pricing.fleet.purchases.burst_costs import burst_costs
from pricing.fleet.purchases.price_path import Instances
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from tests import questions

AWS = {"provider": "aws", "region": "us-east-1"}
OPTIMAL = {"plan": "optimal", **AWS}
OWNED = {"base": {"option": "owned"}, "base_replicas": 2}
GROWING = {
    "traffic": {"requests_per_day": 5e6, "growth_per_month_fraction": 0.04},
    "capacity": {"scaling": "autoscaled", "redundant_replicas": 1},
    "horizon_months": 24,
}


def asked(library: Library, purchase: dict[str, Any], **changes: Any) -> TcoAnswer:
    return tco(questions.tco({**GROWING, "purchase": purchase, **changes}), library)


def test_what_is_beyond_owned_replicas_is_counted_hour_by_hour() -> None:
    rng = np.random.default_rng(3)
    on, days = rng.integers(0, 9, (5, 24)).astype(float), rng.uniform(1.0, 30.0, (5, 24))
    owned, usd = np.array([0.0, 1.0, 2.0, 5.0, 9.0]), np.array([3.0, 2.0, 1.0, 4.0, 5.0])
    before, warm = np.roll(on, 1, axis=1), np.ones_like(on)
    hours = Hours(days, on, on, warm, on, np.minimum(on, 1.0), on, before)
    beyond = above(hours, owned)
    costs = burst_costs(
        beyond,
        usd,
        0.1 * usd,
        unit=1,
        instances=Instances(1.0, 8.0),
        device_count=8,
        most_coverage_fraction=0.4,
        running_hours=hours.sum(on),
    )
    left = np.array(
        [
            [(days[m] * np.maximum(on[m] - owned[m] - base, 0.0)).sum() for base in costs.bases]
            for m in range(5)
        ]
    )
    starts = np.array(
        [
            [
                (days[m] * np.maximum(on[m] - np.maximum(before[m], owned[m] + base), 0.0)).sum()
                for base in costs.bases
            ]
            for m in range(5)
        ]
    )
    served = left[:, :1] - left

    assert costs.running_usd == pytest.approx(usd[:, np.newaxis] * left)
    assert costs.starts_usd == pytest.approx(0.1 * usd[:, np.newaxis] * starts)
    assert costs.is_kept is not None
    assert (costs.is_kept == (served <= 0.4 * (days * on).sum(axis=1)[:, np.newaxis])).all()


def test_owned_devices_serve_first_and_the_ladder_the_rest(library: Library) -> None:
    ladder, burst = (
        asked(library, plan)
        for plan in (OPTIMAL | OWNED, {**OWNED, "base": {"option": "owned", **AWS}})
    )
    items, by_the_hour = ladder.totals.line_items_usd, burst.totals.line_items_usd
    (holding,) = ladder.purchase.holdings
    months = [one.month for one in ladder.months]

    for name in ("depreciation", "hosting", "operations", "energy", "cost_of_capital"):
        assert items[name] == by_the_hour[name]
    assert ladder.purchase.optimality_gap_usd == 0.0
    assert ladder.totals.usd_total < burst.totals.usd_total
    assert holding.device_count == 16
    for at, month in enumerate(ladder.months):
        serving = [
            one.replicas
            for one in ladder.purchase.commitments
            if 0 <= at - months.index(one.from_month) < one.months
        ]
        assert sum(serving) + 2 == month.base_replicas
    assert len(ladder.purchase.commitments) > 1
    assert items["commitment_unused"] == pytest.approx(
        sum(
            (1.0 - one.utilization_fraction) * (one.usd - one.usd_beyond_horizon)
            + one.usd_beyond_horizon
            for one in ladder.purchase.commitments
        ),
        abs=0.01,
    )


def test_owned_devices_that_suffice_leave_nothing_to_rent(library: Library) -> None:
    answer = asked(library, {**OPTIMAL, **OWNED, "base_replicas": 60})

    assert answer.purchase.commitments == ()
    assert answer.totals.line_items_usd.get("compute_burst", 0.0) == 0.0


def test_a_bound_of_a_month_counts_what_is_owned(library: Library) -> None:
    free = asked(library, OPTIMAL | OWNED)
    dearest = max(month.usd_total for month in free.months)
    bound = asked(library, {**OPTIMAL, **OWNED, "most_monthly_usd": 0.999 * dearest})

    assert max(month.usd_total for month in bound.months) <= 0.999 * dearest + 0.01
    assert bound.totals.usd_total >= free.totals.usd_total


def test_spot_waits_for_what_owned_devices_have_to_serve(library: Library) -> None:
    """Of what may not be interrupted, owned devices serve a part, and commitments the rest."""
    spot = {"most_spot_fraction": 0.5}
    alone = {"longest_term_months": 1}  # no commitment
    few, many = (
        asked(library, {**OPTIMAL, **OWNED, **spot, **alone, "base_replicas": count})
        for count in (1, 8)
    )
    beside = asked(library, {**OPTIMAL, **OWNED, **spot})

    assert few.purchase.spot is None
    assert many.purchase.spot is not None
    assert beside.purchase.spot is not None
    assert beside.purchase.spot.spot_share_fraction <= 0.5


@pytest.mark.parametrize(
    ("purchase", "field"),
    [
        ({"base": {"option": "owned"}}, "base_replicas"),
        ({"base": {"option": "reserved_1y"}, "base_replicas": 2}, "base"),
        ({"base_replicas": 2}, "base"),
        ({"base": {"option": "owned", "upfront": "all"}, "base_replicas": 2}, "base.upfront"),
        ({**OWNED, "base_usd_per_hour": 9.0}, "base_usd_per_hour"),
    ],
)
def test_bases_that_the_optimal_plan_may_not_have_are_refused(
    purchase: dict[str, Any], field: str, library: Library
) -> None:
    with pytest.raises(InvalidQuery) as refusal:
        asked(library, OPTIMAL | purchase)

    assert refusal.value.field == f"purchase.{field}"


def test_a_lease_beyond_the_horizon_is_told(library: Library) -> None:
    lease = {"lease": {"usd_per_device_month": 900.0, "term_months": 24}}
    owned = {"option": "owned", "ownership": lease}
    within, beyond = (
        asked(library, owned, horizon_months=months, **{"traffic.growth_per_month_fraction": 0.0})
        for months in (24, 18)
    )
    (holding,) = beyond.purchase.holdings
    left_usd = 6 * 900 * holding.device_count

    assert f"a lease outlasts the horizon or its device: the remaining {left_usd:,} USD" in str(
        beyond.warnings
    )
    assert not any("lease outlasts" in one for one in within.warnings)
