"""The best plan under contracts over whole bills.

Tiers and minimums make a dollar cost more or less by what else is spent, so that the cheapest
ladder is no longer a flow. Straight lines below the contracts make it one again, at other prices:
their best ladders are candidates, and their costs bound every plan. So are the plans that a caller
may write, with a base of one size. What is left between the best of them and the bound is the gap.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from operator import itemgetter

import numpy as np
from msgspec.structs import replace

from pricing.fleet.contracts.bill import Bound, bound_of, settle
from pricing.fleet.contracts.linear_bounds import MOST_MISSING, ratios_of, slope_of
from pricing.fleet.contracts.lower_bound import Met, Relaxation, climbed, weights_of
from pricing.fleet.contracts.service_plans import Chosen, Planned, places_of
from pricing.fleet.contracts.spend import Plan, Spent
from pricing.fleet.contracts.stage_plans import StagePlans
from pricing.fleet.purchases.burst_costs import FORBIDDEN_USD
from pricing.fleet.purchases.trials import CLOSE, PENALTIES, Bounds
from pricing.fleet.service import Service
from pricing.numerics.number import Array
from pricing.numerics.structs import taken
from pricing.purchasing.contracts.agreement import Agreement
from pricing.purchasing.contracts.settlement import Settled, together

MOST_OTHER_CELLS = 100_000
"""The same beside the next best ones."""

STARTS = 8
"""Plans of each choice of ways of buying from which moves begin, beside the best one."""

ROUNDS = 3
"""Ladders at what a dollar costs under the best plan so far."""

MOST_EASED = 6
"""Plans from which moves begin that may break bounds on their way."""

LEAST_GAP = 0.001
"""The share of the cost that lies between a plan and its bound from which on it is moved."""

LEAST_LEFT = 1e-4
"""The share of the cost up to which no further line is tried, if it is that above the bound."""

MOST_CELLS = 500_000
"""Months of plans that are looked at beside the best one."""

LEAST_WEIGHT = 1.0 - MOST_MISSING
"""What a dollar counts at least, where several contracts count it for their minimums."""

MOST_CHOICES = 4
"""Choices of ways of buying by the hour, of all stages, whose bounds are found apart."""

KINDS = ("commitments", "beyond", "by_the_hour")
"""Kinds of spend of what is planned."""


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
        self._bounds: dict[tuple[int, ...], list[Bound]] = {}
        self._seen, self._cells = list[tuple[float, list[Chosen]]](), MOST_CELLS

    def best(self, first: Sequence[tuple[StagePlans, Plan]]) -> Planned:
        """The best plans that are found; first: those at the prices before contracts."""
        chosen = [Chosen(plans, plan, plans.spent([plan])) for plans, plan in first]
        usd = self.counted(chosen, 0, chosen[0].spent).item()
        chosen, usd = self._best_of(chosen, usd, lambda _, plans: list(plans.written()))
        known_usd = float(self._usd(chosen, 0, chosen[0].spent)[0].item())
        bound_usd, met = self._climbed(chosen, known_usd, is_kept=usd < FORBIDDEN_USD)
        chosen, usd = self._best_of(
            chosen, usd, lambda _, plans: [one.plan for one in met if one.plans is plans]
        )
        before = np.inf
        for _ in range(ROUNDS):
            if usd < before:
                before = usd
                chosen, usd = self._best_of(chosen, usd, self._at_margin)
        begun = {places_of(chosen)}
        chosen, usd = self._moved(chosen, usd, bound_usd)
        self._cells = min(self._cells, MOST_OTHER_CELLS)
        for other_usd, other in self._starts():
            if places_of(other) in begun:
                continue
            begun.add(places_of(other))
            again = self._moved([*other], other_usd, bound_usd)
            chosen, usd = min((chosen, usd), again, key=itemgetter(1))
        if not all(one.is_open for one in self._limits):
            chosen, usd = min((chosen, usd), self._eased(chosen, bound_usd), key=itemgetter(1))
        is_kept = usd < FORBIDDEN_USD
        usd = float(self._usd(chosen, 0, chosen[0].spent)[0].item())
        return Planned(tuple(chosen), usd, min(bound_usd, usd), is_kept)

    def _eased(self, chosen: list[Chosen], bound_usd: float) -> tuple[list[Chosen], float]:
        """The best plans after moves that may break the bounds on their way, at a price."""
        broken = [one for usd, one in sorted(self._seen, key=itemgetter(0)) if usd > FORBIDDEN_USD]
        found, begun = list[tuple[list[Chosen], float]](), set[object]()
        for start in (chosen, *broken):
            if len(begun) >= MOST_EASED or places_of(start) in begun:
                continue
            begun.add(places_of(start))
            self._cells, one = MOST_OTHER_CELLS, [*start]
            for penalty in PENALTIES:
                usd = self.counted(one, 0, one[0].spent, penalty).item()
                one, usd = self._moved(one, usd, bound_usd, penalty)
            found.append((one, self.counted(one, 0, one[0].spent).item()))
        return min(found, key=itemgetter(1))

    def _starts(self) -> Iterator[tuple[float, list[Chosen]]]:
        """The best plans that were seen of every choice of ways of buying, and their cost."""
        seen: dict[tuple[int, ...], list[tuple[float, list[Chosen]]]] = {}
        for usd, one in sorted(self._seen, key=itemgetter(0)):
            seen.setdefault(tuple(id(own.plans) for own in one), []).append((usd, one))
        for some in seen.values():
            yield from some[:STARTS]

    def _best_of(
        self,
        chosen: list[Chosen],
        usd: float,
        tried: Callable[[Sequence[Chosen], StagePlans], Sequence[Plan]],
    ) -> tuple[list[Chosen], float]:
        """The plans, and their cost, after those that are tried on each way of each stage."""
        for at, ways in enumerate(self._ways):
            for plans in ways:
                found = tried(chosen, plans)
                if found:
                    chosen, usd = self._better(chosen, usd, at, plans, found)
        return chosen, usd

    def _at_margin(self, chosen: Sequence[Chosen], plans: StagePlans) -> Sequence[Plan]:
        """The best ladder of a stage at what a dollar costs under the present plans."""
        bounds, found = self._marginal(chosen)
        ratios = [
            ratios_of(bound, (1.0 - missing) * rates, missing, rates)
            for bound, (rates, missing) in zip(bounds, found, strict=True)
        ]
        weights = (np.maximum(one, LEAST_WEIGHT) for one in weights_of(plans, ratios))
        return [plans.ladder(*weights).commitments]

    def _better(
        self, chosen: list[Chosen], usd: float, at: int, plans: StagePlans, tried: Sequence[Plan]
    ) -> tuple[list[Chosen], float]:
        """The plans with the best of some for one stage, where that costs less; and their cost."""
        moved = [*chosen]
        moved[at] = Chosen(plans, (), plans.spent(tried))
        found = self.counted(moved, at, moved[at].spent)
        for row in found.argsort()[:STARTS].tolist():
            own = Chosen(plans, tried[row], taken(moved[at].spent, slice(row, row + 1)))
            self._seen.append((float(found[row]), [*chosen[:at], own, *chosen[at + 1 :]]))
        best_usd, best = min(self._seen, key=itemgetter(0))
        return (best, best_usd) if best_usd < _lower(usd, CLOSE) else (chosen, usd)

    def _moved(
        self, chosen: list[Chosen], usd: float, bound_usd: float, penalty: float = FORBIDDEN_USD
    ) -> tuple[list[Chosen], float]:
        """The plans after moves of units that better them, if much may be; penalty: see counted."""
        for at in range(len(chosen)):
            by_two = False
            while (
                _lower(usd, LEAST_GAP) > bound_usd and self._cells > 0 and chosen[at].plans.offers
            ):
                one = chosen[at]
                beside = one.plans.moves.beside(one.plan, by_two=by_two)
                if beside is None:
                    break
                plan_of, spent = beside
                self._cells -= spent.usd.size
                moved = [*chosen]
                moved[at] = replace(one, spent=spent)
                found = self.counted(moved, at, spent, penalty)
                best = int(found.argmin())
                if found[best] < _lower(usd, CLOSE):
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
        bounds = self._bound([one.plans for one in chosen])
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

    def counted(
        self, chosen: Sequence[Chosen], at: int, spent: Spent, penalty: float = FORBIDDEN_USD
    ) -> Array:
        """The cost of all stages with some plans of one; what breaks any bounds is far more.

        penalty: of a dollar above the bounds, or FORBIDDEN_USD of any number [USD].
        """
        usd, change, later = self._usd(chosen, at, spent)
        over = np.zeros(len(usd))
        for place, (one, limits) in enumerate(zip(chosen, self._limits, strict=True)):
            own, stage = spent if place == at else one.spent, one.plans.stage
            months = own.usd + change[:, stage.first : stage.last]
            if limits.owes_later:
                months[:, -1] -= own.later + later
            over = over + limits.excess(months, own.upfront)
        return usd + penalty * (over if penalty < FORBIDDEN_USD else over > 0.0)

    def _bound(self, plans: Sequence[StagePlans]) -> list[Bound]:
        """The contracts that are of the bill of some ways of buying, one for each stage."""
        ways = tuple(map(id, plans))
        if ways not in self._bounds:
            own = {one.stage.first: one.stage for one in plans}
            stages = tuple(own.get(stage.first, stage) for stage in self._service.stages)
            service = replace(self._service, stages=stages)
            self._bounds[ways] = list(bound_of(self._agreements, service))
        return self._bounds[ways]

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

    def _climbed(
        self, chosen: Sequence[Chosen], usd: float, *, is_kept: bool
    ) -> tuple[float, list[Met]]:
        """What no plans cost less than, and plans that were met on the way to it.

        is_kept: whether the plans keep their bounds. Few choices of ways have lines of their own.
        """
        choices: list[Sequence[Sequence[StagePlans]]] = [self._ways]
        if prod(map(len, self._ways)) <= MOST_CHOICES:
            choices = [[[plans] for plans in choice] for choice in product(*self._ways)]
        (_, found), climbs = self._marginal(chosen), list[Relaxation]()
        for ways in choices:
            bounds = self._bound([plans for plans, *_ in ways])
            pairs = list(zip(bounds, found, strict=True))
            slopes, ends = ([slope_of(*one, share) for one in pairs] for share in (0.5, 1.0))
            climbs.append(Relaxation(bounds, self._service, ways, self._fixed, usd, slopes))
            if is_kept and any(missing.any() for _, missing in found):
                climbs[-1].ask(ends)  # below a minimum, whatever is spent costs as much
        least_usd = climbed(climbs, usd, LEAST_LEFT if is_kept else CLOSE)
        return least_usd, [one for climb in climbs for one in climb.met]


def _lower(usd: float, share: float) -> float:
    """A cost less a share of it. What contracts take off other spend may leave less than 0."""
    return usd - share * abs(usd)
