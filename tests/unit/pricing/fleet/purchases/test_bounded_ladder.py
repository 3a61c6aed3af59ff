"""Plans under a bound of the month, beside the best of all plans of small services."""

from typing import Any

import numpy as np
import pytest

from pricing.fleet.calendar import TermCalendar
from pricing.fleet.purchases.bounded_ladder import bounded_ladder
from pricing.fleet.purchases.burst_costs import BurstCosts
from pricing.fleet.purchases.commitments import Offer
from pricing.fleet.purchases.trials import Bounds

# Of every replica by month: what it costs by the hour. Of offers: months, price of an hour by the
# month a term begins in, and the share that is paid upfront. The least cost is that of trying all.
ONE_IN_TURN: dict[str, Any] = {
    "first_hours": 40.0,
    "by_the_hour": [[0, 0, 93, 92, 85, 88, 69, 50]],
    "offers": [(1, 0.43 * 0.97 ** np.arange(8), 0.5), (4, 0.32 * 0.97 ** np.arange(8), 0.0)],
    "most_usd": 33.0,
}
BEGUN_LATER: dict[str, Any] = {
    "by_the_hour": [[29, 2, 78, 19, 66], [10, 0, 64, 19, 1]],
    "offers": [(6, np.full(5, 0.26), 0.0), (4, 0.344 * 1.05 ** np.arange(5), 0.5)],
    "most_usd": 84.0,
    "fixed_usd": [21, 27, 5, 10, 5],
}
SHORT_BESIDE_LONG: dict[str, Any] = {
    "by_the_hour": [[91, 160, 190, 65], [87, 134, 107, 62], [14, 40, 67, 2]],
    "offers": [(1, 0.7 * 1.05 ** np.arange(4), 0.0), (5, 0.52 * 0.97 ** np.arange(4), 0.5)],
    "most_usd": 168.0,
}


@pytest.mark.parametrize(
    ("case", "least_usd"),
    [(ONE_IN_TURN, 222.117), (BEGUN_LATER, 300.304), (SHORT_BESIDE_LONG, 767.4)],
    ids=["one in turn", "begun later", "short beside long"],
)
def test_no_plan_that_keeps_the_bound_costs_less(case: dict[str, Any], least_usd: float) -> None:
    by_the_hour = np.array(case["by_the_hour"], float).T
    months, most = by_the_hour.shape
    beyond = np.append(by_the_hour[:, ::-1].cumsum(axis=1)[:, ::-1], np.zeros((months, 1)), axis=1)
    costs = BurstCosts(
        np.arange(most + 1.0), beyond, np.zeros_like(beyond), np.full(months, float(most))
    )
    offers = [
        Offer(name, length, price, upfront_fraction=share)
        for name, (length, price, share) in zip("ab", case["offers"], strict=True)
    ]
    hours = np.full(months + 6, 100.0)
    hours[0] = case.get("first_hours", 100.0)
    fixed = np.array(case.get("fixed_usd", [0.0] * months), float)
    found = bounded_ladder(
        lambda *_: costs,
        offers,
        TermCalendar(months, hours),
        Bounds(None, case["most_usd"], fixed),
    )

    assert found.usd == pytest.approx(least_usd, abs=1e-3)
