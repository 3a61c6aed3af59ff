"""The best plan under contracts over whole bills.

Tiers and minimums make a dollar cost more or less by what else is spent, so that the cheapest
ladder is no longer a flow. Straight lines below the contracts make it one again, at other prices:
their best ladders are candidates, and their costs bound every plan. So are the plans that a caller
may write, with a base of one size. What is left between the best of them and the bound is the gap.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.fleet.arrays import Array
from pricing.fleet.contracts.bill import Bound, bound_of, settle
from pricing.fleet.contracts.relaxation import Met, Relaxation, weights_of
from pricing.fleet.contracts.relaxed import MOST_MISSING, Slope, by_period_of, ratios_of
from pricing.fleet.contracts.spent import Plan, Spent
from pricing.fleet.contracts.stage_plans import StagePlans
from pricing.fleet.purchases.burst_costs import FORBIDDEN_USD
from pricing.fleet.purchases.trials import CLOSE, Bounds
from pricing.fleet.service import Service
from pricing.purchasing.contracts.agreement import Agreement
from pricing.purchasing.contracts.settling import Settled, together

ROUNDS = 3
"""Ladders at what a dollar costs under the best plan so far."""

LEAST_GAP = 0.001
"""The share of the cost that lies between a plan and its bound from which on it is moved."""

MOST_CELLS = 2_000_000
"""Months of plans that are looked at beside the best one."""

LEAST_WEIGHT = 1.0 - MOST_MISSING
"""What a dollar counts at least, where several contracts count it for their minimums."""

KINDS = ("commitments", "beyond", "by_the_hour")
"""Kinds of spend of what is planned."""


class Chosen(Struct, frozen=True, eq=False):
    """The plan of a stage, on one of its ways of buying by the hour; spent: what it spends."""

    plans: StagePlans
    plan: Plan
    spent: Spent


class Planned(Struct, frozen=True):
    """The plans of all stages, their cost under contracts, and the least of any plans [USD].

    is_kept: whether each keeps its bounds.
    """

    chosen: tuple[Chosen, ...]
    usd: float
    bound_usd: float
    is_kept: bool


class Contracted:
    """The plans of the stages of a service under contracts over its whole bill.

    ways: of every stage that is planned, its plans on each way of buying by the hour; fixed: spend
    of the service by kind and month without these stages; limits: the bounds of each plan.
    """

    def __init__(
        self,
        agreements: Sequence[Agreement],
        service: Service,
        ways: Sequence[Sequence[StagePlans]],
        fixed: Mapping[str, Array],
        limits: Sequence[Bounds],
    ) -> None:
        self._agreements, self._service = agreements, service
        self._ways, self._fixed, self._limits = ways, fixed, limits

    def best(self, first: Sequence[tuple[StagePlans, Plan]]) -> Planned:
        """The best plans that are found; first: those at the prices before contracts."""
        chosen = [Chosen(plans, plan, plans.spent([plan])) for plans, plan in first]
        usd = self.counted(chosen, 0, chosen[0].spent).item()
        for at, ways in enumerate(self._ways):
            for plans in ways:
                chosen, usd = self._better(chosen, usd, at, plans, list(plans.written()))
        known_usd = float(self._usd(chosen, 0, chosen[0].spent)[0].item())
        bound_usd, met = self._climbed(chosen, known_usd)
        for at, ways in enumerate(self._ways):
            for plans in ways:
                tried = [one.plan for one in met if one.plans is plans]
                if tried:
                    chosen, usd = self._better(chosen, usd, at, plans, tried)
        for _ in range(ROUNDS):
            before = usd
            for at, ways in enumerate(self._ways):
                for plans in ways:
                    bounds, found = self._marginal(chosen)
                    ratios = [
                        ratios_of(bound, (1.0 - missing) * rates, missing, rates)
                        for bound, (rates, missing) in zip(bounds, found, strict=True)
                    ]
                    weights = weights_of(plans, ratios)
                    ladder = plans.ladder(*(np.maximum(one, LEAST_WEIGHT) for one in weights))
                    chosen, usd = self._better(chosen, usd, at, plans, [ladder.commitments])
            if usd >= before:
                break
        chosen, usd = self._moved(chosen, usd, bound_usd)
        is_kept = usd < FORBIDDEN_USD
        usd = float(self._usd(chosen, 0, chosen[0].spent)[0].item())
        return Planned(tuple(chosen), usd, min(bound_usd, usd), is_kept)

    def _better(
        self, chosen: list[Chosen], usd: float, at: int, plans: StagePlans, tried: Sequence[Plan]
    ) -> tuple[list[Chosen], float]:
        """The plans with the best of some for one stage, where that costs less; and their cost."""
        moved = [*chosen]
        moved[at] = Chosen(plans, (), plans.spent(tried))
        found = self.counted(moved, at, moved[at].spent)
        best = int(found.argmin())
        if found[best] >= usd * (1.0 - CLOSE):
            return chosen, usd
        moved[at] = Chosen(plans, tried[best], plans.spent([tried[best]]))
        return moved, float(found[best])

    def _moved(
        self, chosen: list[Chosen], usd: float, bound_usd: float
    ) -> tuple[list[Chosen], float]:
        """The plans after moves of some units that better them, where much may be bettered."""
        cells = MOST_CELLS
        for at in range(len(chosen)):
            by_two = False
            while usd * (1.0 - LEAST_GAP) > bound_usd and cells > 0 and chosen[at].plans.offers:
                one = chosen[at]
                beside = one.plans.moves.beside(one.plan, by_two=by_two)
                if beside is None:
                    break
                plan_of, spent = beside
                cells -= spent.usd.size
                moved = [*chosen]
                moved[at] = replace(one, spent=spent)
                found = self.counted(moved, at, spent)
                best = int(found.argmin())
                if found[best] < usd * (1.0 - CLOSE):
                    plan, usd, by_two = plan_of(best), float(found[best]), False
                    chosen[at] = Chosen(one.plans, plan, one.plans.spent([plan]))
                elif by_two:
                    break
                else:
                    by_two = True
        return chosen, usd

    def _settled(
        self, chosen: Sequence[Chosen], at: int, spent: Spent
    ) -> tuple[list[Bound], list[Settled], Array]:
        """The contracts over some plans of one stage, beside the plans of the others."""
        count = len(spent.upfront)
        spend = {
            kind: np.tile(usd, (count, 1)) if kind in KINDS else usd
            for kind, usd in self._fixed.items()
        }
        for place, one in enumerate(chosen):
            months = slice(one.plans.stage.first, one.plans.stage.last)
            own = spent if place == at else one.spent
            for kind in KINDS:
                spend[kind][:, months] += getattr(own, kind)
        bounds = self._bound(chosen)
        return bounds, list(settle(bounds, spend)), spend["commitments"]

    def _usd(self, chosen: Sequence[Chosen], at: int, spent: Spent) -> tuple[Array, Array, Array]:
        """The cost of all stages with some plans of one, and what contracts change.

        By month, and of it what is due after the last month.
        """
        _, settled, like = self._settled(chosen, at, spent)
        discount, shortfall = together(settled, like)
        others = sum(float(one.spent.usd.sum()) for place, one in enumerate(chosen) if place != at)
        change = shortfall - discount
        later = sum((one.later for one in settled), np.zeros(len(spent.upfront)))
        return spent.usd.sum(axis=1) + others + change.sum(axis=1), change, later

    def counted(self, chosen: Sequence[Chosen], at: int, spent: Spent) -> Array:
        """The cost of all stages with some plans of one; what breaks any bounds is far more."""
        usd, change, later = self._usd(chosen, at, spent)
        is_broken = np.zeros(len(usd), bool)
        for place, (one, limits) in enumerate(zip(chosen, self._limits, strict=True)):
            own, stage = spent if place == at else one.spent, one.plans.stage
            months = own.usd + change[:, stage.first : stage.last]
            if limits.owes_later:
                months[:, -1] -= own.later + later
            is_broken |= limits.excess(months, own.upfront) > 0.0
        return usd + np.where(is_broken, FORBIDDEN_USD, 0.0)

    def _bound(self, chosen: Sequence[Chosen]) -> list[Bound]:
        """The contracts that are of the bill of some plans."""
        own = {one.plans.stage.first: one.plans.stage for one in chosen}
        stages = tuple(own.get(stage.first, stage) for stage in self._service.stages)
        return list(bound_of(self._agreements, replace(self._service, stages=stages)))

    def _marginal(self, chosen: Sequence[Chosen]) -> tuple[list[Bound], list[Array]]:
        """The contracts over these plans, and what a dollar has off and is missing of it by month.

        The discount is that of the month, and a dollar counts in full where spend is missing.
        """
        bounds, settled, _ = self._settled(chosen, 0, chosen[0].spent)
        found = []
        for one in settled:
            missing = np.zeros(one.rates.shape[-1])
            for period in one.agreement.periods:
                if one.shortfall[0, period.last - 1] > 0.0:
                    missing[period.first : period.last] = MOST_MISSING
            found.append(np.array([one.rates[0], missing]))
        return bounds, found

    def _climbed(self, chosen: Sequence[Chosen], usd: float) -> tuple[float, list[Met]]:
        """What no plans cost less than, and plans that were met on the way to it."""
        bounds, found = self._marginal(chosen)
        slopes = []
        for bound, both in zip(bounds, found, strict=True):
            months = [one.last - one.first for one in bound.agreement.periods]
            rates, missing = (by_period_of(bound.agreement, one) / months for one in both)
            slopes.append(Slope((1.0 - missing / 2.0) * rates, missing / 2.0))
        relaxation = Relaxation(bounds, self._service, self._ways, self._fixed, usd)
        return relaxation.climbed(slopes)
