"""What no plan under contracts costs less than, and plans that cost little more.

Every period of a contract has a line of its own. Lines are turned towards the highest bound: where
the best ladder at their prices spends more than the line is nearest at, a dollar counts more.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.fleet.contracts.bill import Bound, shares_of
from pricing.fleet.contracts.corners import Ends, corners_of
from pricing.fleet.contracts.linear_bounds import Line, Lines, Slope, by_period_of, kinds_of
from pricing.fleet.contracts.spend import Plan, Spent
from pricing.fleet.contracts.stage_plans import StagePlans
from pricing.fleet.service import Service
from pricing.numerics.number import Array

PLANNED = ("commitments", "beyond", "on_demand", "spot")
"""Kinds of spend of what is planned."""

FIRST, LONGEST = 0.1, 0.3
"""Steps by which lines are turned [fraction of a dollar]: the first, and the longest."""

LONGER, SHORTER = 1.3, 0.5
"""A step over the one before it, where the best line is on the same side, and where it is not."""


class Met(Struct, frozen=True, eq=False):
    """A plan of a stage that was met, and what it spends."""

    plans: StagePlans
    plan: Plan
    spent: Spent


class Relaxation:
    """Bounds of all plans of the stages of a service under contracts.

    bounds: of these plans; ways, fixed: see Contracted; usd: what a plan costs that is known;
    slopes: of the first lines. bound_usd: what no plans cost less than, so far; met: plans that
    were met on the way to it.
    """

    def __init__(
        self,
        bounds: Sequence[Bound],
        service: Service,
        ways: Sequence[Sequence[StagePlans]],
        fixed: Mapping[str, Array],
        usd: float,
        slopes: Sequence[Slope],
    ) -> None:
        self._bounds, self._ways, self._fixed, self._usd = bounds, ways, fixed, usd
        self._own = {
            id(plans): [replace(one, shares=_shares(one, service, plans)) for one in bounds]
            for some in ways
            for plans in some
        }
        self._lines = [
            Lines(one.agreement, ends) for one, ends in zip(bounds, self._ends(), strict=True)
        ]
        self.bound_usd, self.met = -np.inf, list[Met]()
        self._slopes, self._sides = slopes, list[Array]()
        self._steps = [np.full((2, len(one.off)), FIRST) for one in slopes]

    def ask(self, slopes: Sequence[Slope]) -> tuple[list[Slope], list[Slope]]:
        """Try the lines nearest to some. Returns these lines, and how the bound rises with them."""
        kept = [own.kept(one) for own, one in zip(self._lines, slopes, strict=True)]
        usd, found, rises = self._asked(kept)
        self.met += found
        self.bound_usd = max(self.bound_usd, usd)
        return kept, rises

    def climb(self) -> None:
        """Turn every line by a step, which shortens where its side of the best line changes."""
        self._slopes, rises = self.ask(self._slopes)
        if not rises:  # several contracts count more than a dollar of a dollar
            self._slopes = [Slope(one.off / 2.0, one.missing / 2.0) for one in self._slopes]
            return
        sides = [np.sign([one.off, one.missing]) for one in rises]
        ratios = np.array([SHORTER, 1.0, LONGER])
        turned = zip(self._steps, sides, self._sides or sides, strict=True)
        self._steps = [
            np.minimum(step * ratios[(side * last).astype(int) + 1], LONGEST)
            for step, side, last in turned
        ]
        self._sides = sides
        self._slopes = [
            Slope(*(np.array([one.off, one.missing]) + step * side))
            for one, step, side in zip(self._slopes, self._steps, sides, strict=True)
        ]

    def _asked(self, slopes: Sequence[Slope]) -> tuple[float, list[Met], list[Slope]]:
        """The bound of some lines, the best plans at their prices, and how it rises with them."""
        lines = [
            one.below(bound, slope)
            for one, bound, slope in zip(self._lines, self._bounds, slopes, strict=True)
        ]
        usd = sum(line.usd for line in lines)
        for line in lines:
            usd += sum(
                float((_of(self._fixed, kind) * ratio).sum()) for kind, ratio in line.ratios.items()
            )
        met, nearest = list[Met](), list[Met]()
        for ways in self._ways:
            least, best = np.inf, None
            for plans in ways:
                ratios = [
                    one.ratios(bound, slope)
                    for one, bound, slope in zip(
                        self._lines, self._own[id(plans)], slopes, strict=True
                    )
                ]
                weights = weights_of(plans, ratios)
                if min(weight.min() for weight in weights) <= 0.0:
                    return -np.inf, met, []
                ladder = plans.ladder(*weights, is_rough=True)
                met.append(Met(plans, ladder.commitments, plans.spent([ladder.commitments])))
                if best is None or ladder.bound_usd < least:
                    least, best = ladder.bound_usd, met[-1]
            usd += least
            nearest += [] if best is None else [best]
        return usd, met, self._rises(lines, nearest)

    def _rises(self, lines: Sequence[Line], nearest: Sequence[Met]) -> list[Slope]:
        """By how much a bound rises with each line [USD]."""
        found = []
        for place, (line, of) in enumerate(zip(lines, self._lines, strict=True)):
            bound = self._bounds[place]
            spend = {kind: _of(self._fixed, kind) * usd for kind, usd in bound.shares.items()}
            for one in nearest:
                months = slice(one.plans.stage.first, one.plans.stage.last)
                own = self._own[id(one.plans)][place].shares
                for kind in PLANNED:
                    usd = getattr(one.spent, kind, one.spent.by_the_hour)[0]
                    spend[kind][months] += own[kind][months] * usd
            if not of.agreement.periods[-1].is_cut:
                spend["beyond"] = np.zeros_like(spend["beyond"])  # of no period
            covers, counts = kinds_of(of.agreement)
            covered, counted, alone = (
                of.by_period(_sum(spend, kinds)) for kinds in (covers, counts, covers - counts)
            )
            off = np.zeros_like(covered) if of.is_joint else line.covered - covered
            found.append(Slope(off, line.counted - counted - of.top * alone))
        return found

    def _ends(self) -> list[Ends]:
        """What plans may spend of what each contract covers.

        No plan that costs less than the known one spends more: each month costs what it does at
        the lowest prices, and the rest is left for the months of a period. A dollar of the rest has
        the highest discount off.
        """
        lowest, highest = np.zeros((2, len(self._fixed["storage"])))
        for ways in self._ways:
            months = slice(ways[0].stage.first, ways[0].stage.last)
            lowest[months] = np.min([plans.lowest_usd for plans in ways], axis=0)
            highest[months] = np.max([plans.highest_hourly_usd for plans in ways], axis=0)
        top = max(rate for one in self._bounds for _, rate in one.agreement.tiers)
        fixed_usd = sum(float(own.sum()) for own in self._fixed.values())
        taken_usd = top * (float(lowest.sum()) + fixed_usd)
        for _ in range(2):
            spare_usd = max(self._usd + taken_usd - float(lowest.sum()), 0.0) / (1.0 - top)
            ends = [
                self._ends_of(at, lowest, highest, spare_usd) for at in range(len(self._bounds))
            ]
            pairs = zip(self._bounds, ends, strict=True)
            taken_usd = sum(corners_of(one.agreement, own).free_usd for one, own in pairs)
        return ends

    def _ends_of(self, place: int, lowest: Array, highest: Array, spare_usd: float) -> Ends:
        """What plans may spend of what a contract covers; arguments by month: see _ends."""
        one = self._bounds[place]
        covers, _ = kinds_of(one.agreement)
        fixed = {kind: _of(self._fixed, kind) * share for kind, share in one.shares.items()}
        by_period = partial(by_period_of, one.agreement)
        held, free = by_period(_sum(fixed, covers)), by_period(lowest)
        most = free + spare_usd
        if "commitments" not in covers:
            free, most = (np.minimum(usd, by_period(highest)) for usd in (free, most))
        least = by_period(lowest * self._covers_all(place))
        return Ends(held + least, held + free, held + most, spare_usd)

    def _covers_all(self, place: int) -> Array:
        """1 in months in which a contract covers all that any plan buys, else 0."""
        found = np.zeros(len(self._fixed["storage"]))
        covers, _ = kinds_of(self._bounds[place].agreement)
        for ways in self._ways:
            months = slice(ways[0].stage.first, ways[0].stage.last)
            found[months] = 1.0
            for plans in ways:
                shares = self._own[id(plans)][place].shares
                kinds = ["spot" if plans.stage.is_on_spot else "on_demand"]
                kinds += ["commitments"] if plans.offers else []
                for kind in kinds:
                    found[months] *= shares[kind][months] * float(kind in covers)
        return found


def weights_of(plans: StagePlans, ratios: Sequence[Mapping[str, Array]]) -> tuple[Array, ...]:
    """What a dollar of terms, by the hour, and of later fees counts in every month of a stage."""
    months = slice(plans.stage.first, plans.stage.last)
    kind = "spot" if plans.stage.is_on_spot else "on_demand"
    none = np.ones(plans.stage.last - plans.stage.first)
    return tuple(
        sum((own[name][months] for own in ratios), none) for name in ("commitments", kind, "beyond")
    )


def _of(spend: Mapping[str, Array], kind: str) -> Array:
    """The spend of a kind; what is by the hour is one kind or the other."""
    return spend.get(kind, spend["by_the_hour"])


def _sum(spend: Mapping[str, Array], kinds: Collection[str]) -> Array:
    """The spend of some kinds, later fees of commitments among these."""
    none = np.zeros_like(spend["storage"])
    chosen = {"beyond", *kinds} if "commitments" in kinds else kinds
    return np.asarray(sum((usd for kind, usd in spend.items() if kind in chosen), none))


def _shares(bound: Bound, service: Service, plans: StagePlans) -> Mapping[str, Array]:
    """What of the spend of some plans is the provider's, beside the other stages."""
    stages = [plans.stage if one.first == plans.stage.first else one for one in service.stages]
    return shares_of(bound.agreement, replace(service, stages=tuple(stages)))
