"""Plans beside a plan: what they spend is what they cost."""

import numpy as np
import pytest

from pricing.fleet.calendar import TermCalendar
from pricing.fleet.contracts.moves import Moves
from pricing.fleet.purchases.burst_costs import BurstCosts
from pricing.fleet.purchases.commitments import Commitment, Offer
from pricing.fleet.purchases.trials import Trials


@pytest.mark.parametrize("by_two", [False, True])
def test_plans_beside_a_plan_spend_what_they_cost(*, by_two: bool) -> None:
    """By month, upfront and after the months, with what payments upfront cost in capital."""
    months, hours = 5, np.linspace(90.0, 110.0, 12)
    beyond = np.outer(np.arange(1.0, 6.0), [9.0, 4.0, 1.0, 0.0])
    costs = BurstCosts(np.arange(4.0), beyond, np.zeros((5, 4)), np.full(5, 3.0))
    calendar = TermCalendar(months, hours, late_hours=7.0)
    offers = [
        Offer("a", 3, np.linspace(0.5, 0.4, months)),
        Offer("b", 6, np.full(months, 0.3), upfront_fraction=0.5, capital_ratio=0.1),
    ]
    plan = (Commitment(offers[0], 0, 2), Commitment(offers[1], 1, 1))
    trials = Trials(costs, offers, calendar, 1, owes_later=True)
    beside = Moves(costs, offers, calendar, 1).beside(plan, by_two=by_two)
    assert beside is not None
    plan_of, spent = beside

    for at in range(0, len(spent.later), 1 + 100 * by_two):
        one = trials.tried(trials.counts_of(plan_of(at)))
        monthly = spent.usd[at].copy()
        monthly[-1] -= spent.later[at]

        assert monthly == pytest.approx(one.monthly)
        assert [spent.upfront[at], spent.later[at]] == pytest.approx([one.upfront, one.later])
