"""Plans beside a plan, each by a move of some units, and what they spend before contracts."""

from collections.abc import Callable, Sequence

import numpy as np

from pricing.fleet.arrays import tall
from pricing.fleet.calendar import TermCalendar
from pricing.fleet.contracts.spend import Plan, Spent
from pricing.fleet.purchases.burst_costs import BurstCosts
from pricing.fleet.purchases.commitments import Offer
from pricing.fleet.purchases.trials import Trials, pairs_of
from pricing.numerics.number import Array, Counts

MOST_PAIRED = 150_000
"""Months of plans that two moves at a time may lead to: some 30 milliseconds."""


class Moves:
    """The moves of the plans of a stage, which begin terms of whole units.

    costs: by the hour beyond bases of whole units; unit: replicas of one.
    """

    def __init__(
        self, costs: BurstCosts, offers: Sequence[Offer], terms: TermCalendar, unit: int
    ) -> None:
        self._trials = Trials(costs, offers, terms, unit, owes_later=True)
        self._costs = costs
        ratios = np.array([offer.capital_ratio for offer in offers])
        self._shares = ratios / (1.0 + ratios)
        paid = [
            float(one.usd_per_replica_hour.mean()) * (1.0 + one.capital_ratio) for one in offers
        ]
        lengths = [one.months for one in offers]
        groups = [[at for at, other in enumerate(lengths) if other == one] for one in lengths]
        self._begun = {min(group, key=paid.__getitem__) for group in groups}

    def beside(
        self, plan: Plan, *, by_two: bool = False
    ) -> tuple[Callable[[int], Plan], Spent] | None:
        """The plan after each move, and what each of them spends. The first moves nothing.

        by_two: two moves at a time. None where these are too many.
        """
        counts = self._trials.counts_of(plan)
        begun = self._begun.union(np.flatnonzero(counts.any(axis=1)).tolist())
        moves = self._trials.moves(counts, sorted(begun))
        if by_two:
            if len(moves) ** 2 // 2 * len(self._costs.peaks) > MOST_PAIRED:
                return None
            moves = pairs_of(counts, moves)
        held = np.array([(*at, units) for at, units in np.ndenumerate(counts) if units], np.int64)
        own, after = self._sums(held.reshape(1, -1)), self._sums(moves)
        served, paid, capital, early, later, later_capital = (
            one + other for one, other in zip(own, after, strict=True)
        )
        beyond = np.zeros_like(paid)
        beyond[:, -1] = later - later_capital
        fees = paid - capital
        capital[:, -1] += later_capital
        spent = Spent(fees, beyond, self._costs.usd_beyond(served), capital, early, later)

        def plan_of(at: int) -> Plan:
            return self._trials.tried(self._trials.after(counts, moves[at])).commitments

        return plan_of, spent

    def _sums(self, moves: Counts) -> tuple[Array, ...]:
        """What moves serve and cost by month, the capital in it, and all of it upfront and later.

        A row of offers, months and units a move.
        """
        months = len(self._costs.peaks)
        served, paid, capital = np.zeros((3, len(moves), months))
        early, later, later_capital = np.zeros((3, len(moves)))
        for at, month, units in moves.reshape(len(moves), -1, 3).transpose(1, 2, 0):
            of, share = self._trials.of(at, month), self._shares[at]
            charged = tall(units) * of.pays
            served += tall(units) * of.serves
            paid += charged
            capital += tall(share) * charged
            early += units * of.early
            later += units * of.later
            later_capital += share * units * of.later
        return served, paid, capital, early, later, later_capital
