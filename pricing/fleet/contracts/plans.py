"""The best plan under contracts over whole bills.

Tiers and minimums make a dollar cost more or less by what else is spent, so that the cheapest
ladder is no longer a flow. Straight lines below the contracts make it one again, at other prices:
their best ladders are candidates, and their costs bound every plan. So are the plans that a caller
may write, with a base of one size. What is left between the best of them and the bound is the gap.
"""

from collections.abc import Mapping, Sequence
from itertools import islice, product

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.fleet.arrays import Array
from pricing.fleet.contracts.bill import Bound, bound_of, settle
from pricing.fleet.contracts.relaxed import MOST_MISSING, line_below, ratios_of, slopes_of
from pricing.fleet.contracts.spent import Plan, Spent
from pricing.fleet.contracts.stage_plans import StagePlans
from pricing.fleet.purchases.burst_costs import FORBIDDEN_USD
from pricing.fleet.purchases.trials import CLOSE, Bounds
from pricing.fleet.service import Service
from pricing.purchasing.contracts.agreement import Agreement
from pricing.purchasing.contracts.settling import Settled, together

MOST_LINES = 64
"""Lines below all contracts together that are tried."""

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
        usd = self._counted(chosen, 0, chosen[0].spent).item()
        bound_usd, pool = self._relaxed(chosen)
        for at, ways in enumerate(self._ways):
            for plans in ways:
                tried = [*pool[id(plans)], *plans.written()]
                chosen, usd = self._better(chosen, usd, at, plans, tried)
        for _ in range(ROUNDS):
            before = usd
            for at, ways in enumerate(self._ways):
                for plans in ways:
                    weights = _weights(plans, self._marginal(chosen))
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
        found = self._counted(moved, at, moved[at].spent)
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
            while usd * (1.0 - LEAST_GAP) > bound_usd and cells > 0 and chosen[at].plans.offers:
                one = chosen[at]
                plan_of, spent = one.plans.moves.beside(one.plan)
                cells -= spent.usd.size
                moved = [*chosen]
                moved[at] = replace(one, spent=spent)
                found = self._counted(moved, at, spent)
                best = int(found.argmin())
                if found[best] >= usd * (1.0 - CLOSE):
                    break
                plan, usd = plan_of(best), float(found[best])
                chosen[at] = Chosen(one.plans, plan, one.plans.spent([plan]))
        return chosen, usd

    def _settled(
        self, chosen: Sequence[Chosen], at: int, spent: Spent
    ) -> tuple[list[Bound], list[Settled], Array]:
        """The contracts over some plans of one stage, beside the plans of the others."""
        count = len(spent.upfront)
        spend = {kind: np.tile(usd, (count, 1)) for kind, usd in self._fixed.items()}
        for place, one in enumerate(chosen):
            months = slice(one.plans.stage.first, one.plans.stage.last)
            own = spent if place == at else one.spent
            for kind in KINDS:
                spend[kind][:, months] += getattr(own, kind)
        bounds = self._bound(chosen)
        return bounds, list(settle(bounds, spend)), spend["storage"]

    def _usd(self, chosen: Sequence[Chosen], at: int, spent: Spent) -> tuple[Array, Array, Array]:
        """The cost of all stages with some plans of one, and what contracts change.

        By month, and of it what is due after the last month.
        """
        _, settled, like = self._settled(chosen, at, spent)
        discount, shortfall = together(settled, like)
        others = sum(float(one.spent.usd.sum()) for place, one in enumerate(chosen) if place != at)
        change = shortfall - discount
        later = np.sum([one.later for one in settled], axis=0)
        return spent.usd.sum(axis=1) + others + change.sum(axis=1), change, later

    def _counted(self, chosen: Sequence[Chosen], at: int, spent: Spent) -> Array:
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

    def _relaxed(self, chosen: list[Chosen]) -> tuple[float, Mapping[int, list[Plan]]]:
        """What no plans cost less than, and the best plans at the prices of lines."""
        usd = float(self._usd(chosen, 0, chosen[0].spent)[0].item())
        fixed_usd = sum(float(own.sum()) for own in self._fixed.values())
        bounds = self._bound(chosen)
        top = max(rate for one in bounds for _, rate in one.agreement.tiers)
        most_usd = (usd + fixed_usd) / (1.0 - top)
        pool: dict[int, list[Plan]] = {id(plans): [] for ways in self._ways for plans in ways}
        slopes = product(*(slopes_of(one.agreement, most_usd) for one in bounds))
        best_usd = -np.inf
        for some in islice(slopes, MOST_LINES):
            lines = [
                line_below(one, slope, most_usd) for one, slope in zip(bounds, some, strict=True)
            ]
            bound_usd = sum(line.usd for line in lines)
            for line in lines:
                for kind, ratio in line.ratios.items():
                    bound_usd += float(
                        (self._fixed.get(kind, self._fixed["by_the_hour"]) * ratio).sum()
                    )
            for at, ways in enumerate(self._ways):
                least = np.inf
                for plans in ways:
                    swapped = [*chosen]
                    swapped[at] = replace(chosen[at], plans=plans)
                    ratios = [
                        line_below(one, slope, most_usd).ratios
                        for one, slope in zip(self._bound(swapped), some, strict=True)
                    ]
                    weights = _weights(plans, ratios)
                    if min(weight.min() for weight in weights) <= 0.0:
                        least = -np.inf
                        break
                    ladder = plans.ladder(*weights)
                    pool[id(plans)].append(ladder.commitments)
                    least = min(least, ladder.bound_usd)
                bound_usd += least
            best_usd = max(best_usd, bound_usd)
        return best_usd, pool

    def _marginal(self, chosen: Sequence[Chosen]) -> list[Mapping[str, Array]]:
        """What the contracts change of a dollar under these plans."""
        bounds, settled, _ = self._settled(chosen, 0, chosen[0].spent)
        found = []
        for bound, one in zip(bounds, settled, strict=True):
            missing = np.zeros(one.rates.shape[-1])
            for period in one.agreement.periods:
                if one.shortfall[0, period.last - 1] > 0.0:
                    missing[period.first : period.last] = MOST_MISSING
            found.append(ratios_of(bound, one.rates[0], missing, one.rates[0]))
        return found


def _weights(plans: StagePlans, ratios: Sequence[Mapping[str, Array]]) -> tuple[Array, Array]:
    """What a dollar of terms, and by the hour, counts in every month of a stage."""
    months = slice(plans.stage.first, plans.stage.last)
    kind = "spot" if plans.stage.is_on_spot else "on_demand"
    none = np.ones(plans.stage.last - plans.stage.first)
    of_terms, by_hour = (
        sum((own[name][months] for own in ratios), none) for name in ("commitments", kind)
    )
    return of_terms, by_hour
