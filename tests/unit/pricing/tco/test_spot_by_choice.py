"""The optimal plan on spot, for the part of the load that may be interrupted."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from tests import questions

AWS = {"provider": "aws", "region": "us-east-1"}
OPTIMAL = {"plan": "optimal", **AWS}
GROWING = {
    "traffic.growth_per_month_fraction": 0.05,
    "horizon_months": 24,
    "catalog": "2026-10-31",
}


def asked(library: Library, purchase: dict[str, Any], **changes: Any) -> TcoAnswer:
    return tco(questions.tco({**GROWING, "purchase": purchase, **changes}), library)


def on_spot(answer: TcoAnswer) -> float:
    """The largest share of a month's replicas that are on spot [fraction]."""
    assert answer.purchase.burst is not None
    if answer.purchase.burst.option != "spot":
        return 0.0
    return max(1.0 - month.base_replicas / month.replicas for month in answer.months)


def test_spot_is_chosen_for_as_much_as_may_be_interrupted(library: Library) -> None:
    plans = {
        most: asked(library, {**OPTIMAL, "most_spot_fraction": most}) for most in (0.0, 0.5, 1.0)
    }
    totals = [answer.totals.usd_total for answer in plans.values()]

    assert totals == sorted(totals, reverse=True)
    assert plans[0.0].totals == asked(library, OPTIMAL).totals
    assert all(on_spot(answer) <= most + 1e-9 for most, answer in plans.items())
    assert plans[1.0].purchase.spot is not None
    half, none = (plans[most].purchase for most in (0.5, 0.0))
    assert half.burst is not None
    assert none.burst is not None
    first = half.commitments[0]
    by_the_hour = first.usd_per_device_hour / none.burst.usd_per_device_hour
    share = (first.usd - first.usd_beyond_horizon) / first.usd
    assert first.break_even_utilization_fraction == pytest.approx(by_the_hour / share, rel=1e-3)
    assert plans[1.0].totals.usd_total <= asked(library, {"option": "spot", **AWS}).totals.usd_total


def test_no_base_beside_spot_that_keeps_the_share_costs_less(library: Library) -> None:
    best = asked(library, {**OPTIMAL, "most_spot_fraction": 0.5})
    kept = 0
    for option in ("reserved_1y", "reserved_3y"):
        for replicas in range(best.capacity.peak_replicas + 1):
            plan = {
                "base": {"option": option, **AWS},
                "base_replicas": replicas,
                "burst": {"option": "spot", **AWS},
            }
            other = asked(library, plan)
            if on_spot(other) <= 0.5:
                kept += 1
                assert best.totals.usd_total <= other.totals.usd_total + 0.1
    assert kept > 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"longest_term_months": 1}, "commitments would have to serve 70% of every month"),
        ({"most_coverage_fraction": 0.5}, "commitments would have to serve 70% of every month"),
        ({"provider": "gcp", "region": "us-central1"}, None),
    ],
    ids=["no terms", "coverage", "elsewhere"],
)
def test_spot_that_the_plan_cannot_have_is_left_out(
    changes: dict[str, Any], words: str | None, library: Library
) -> None:
    answer = asked(library, {**OPTIMAL, "most_spot_fraction": 0.3, **changes})

    assert on_spot(answer) <= 0.3 + 1e-9
    assert words is None or any(words in warning for warning in answer.warnings)


def test_a_share_of_spot_is_of_the_optimal_plan(library: Library) -> None:
    with pytest.raises(InvalidQuery) as refusal:
        asked(library, {"option": "on_demand", "most_spot_fraction": 0.5})

    assert refusal.value.field == "purchase.most_spot_fraction"
