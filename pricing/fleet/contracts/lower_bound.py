"""What no plan under contracts costs less than, and plans that cost little more.

Every period of a contract has a line of its own. Lines are turned towards the highest bound: where
the best ladder at their prices spends more than the line is nearest at, a dollar counts more.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.fleet.contracts.bill import Bound, shares_of
from pricing.fleet.contracts.linear_bounds import (
    MOST_MISSING,
    Line,
    Lines,
    Slope,
    kinds_of,
)
from pricing.fleet.contracts.spend import Plan, Spent
from pricing.fleet.contracts.spend_ends import Bounded, ends_of, of_kind, sum_of
from pricing.fleet.contracts.stage_plans import StagePlans
from pricing.fleet.service import Service
from pricing.numerics.number import Array

PLANNED = ("commitments", "beyond", "on_demand", "spot")
"""Kinds of spend of what is planned."""

FIRST, LONGEST = 0.1, 0.3
"""Steps by which lines are turned [fraction of a dollar]: the first, and the longest."""

LONGER, SHORTER = 1.3, 0.5
"""A step over the one before it, where the best line is on the same side, and where it is not."""


LEAST_FAR = 2e-4
"""How far a contract is above a line that ends are brought closer for, over the cost of a plan."""

MOST_ENDS = 6
"""Ends that are brought closer at once."""

FIRST_LINES, MORE_LINES = 4, 8
"""Lines that are tried of every choice of ways of buying, and then of the lowest bound."""

NARROWINGS, NARROWED_LINES = 2, 4
"""Times that ends are brought closer, and lines that are tried after each."""

LEAST_NARROWED = 0.001
"""The share of the cost between a plan and its bound from which on ends are brought closer."""

LEAST_CLOSER = 1e-6
"""The least that counts, over how far both ends are apart."""


class Met(Struct, frozen=True, eq=False):
    """A plan of a stage that was met, and what it spends."""

    plans: StagePlans
    plan: Plan
    spent: Spent


class _Asked(Struct, frozen=True, eq=False):
    """The bound of some lines, how it rises with them, and what the best plans spend [USD].

    lines_usd: of the bound, what lines change in any case; rises, spend, later_usd: by contract;
    later_usd: the most that contracts take off later fees of these plans.
    """

    slopes: Sequence[Slope]
    usd: float
    lines_usd: float
    rises: Sequence[Slope] = ()
    spend: Sequence[Array] = ()
    later_usd: Sequence[float] = ()


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
        self._bounds, self._ways, self._fixed = bounds, ways, fixed
        self._own = {
            id(plans): [replace(one, shares=_shares(one, service, plans)) for one in bounds]
            for some in ways
            for plans in some
        }
        of = Bounded(bounds, self._own, ways, fixed)
        self._lines = [
            Lines(one.agreement, ends) for one, ends in zip(bounds, ends_of(of, usd), strict=True)
        ]
        self.bound_usd, self.met = -np.inf, list[Met]()
        self._best: _Asked | None = None
        self._begin(slopes)

    def _begin(self, slopes: Sequence[Slope]) -> None:
        """Turn from these lines on."""
        self._slopes, self._sides = slopes, list[Array]()
        self._steps = [np.full((2, len(one.off)), FIRST) for one in slopes]

    def ask(self, slopes: Sequence[Slope]) -> tuple[list[Slope], Sequence[Slope]]:
        """Try the lines nearest to some. Returns these lines, and how the bound rises with them."""
        kept = [own.kept(one) for own, one in zip(self._lines, slopes, strict=True)]
        asked = self._asked(kept)
        self.bound_usd = max(self.bound_usd, asked.usd)
        if asked.rises and (self._best is None or asked.usd > self._best.usd):
            self._best = asked
        return kept, asked.rises

    def narrow(self, usd: float) -> bool:
        """Bring the ends of what plans spend closer. Returns whether any are.

        Of plans that cost less than a known one, none spends more in a period than what raises
        their bound by the difference, where a dollar of that period alone counts less (bound
        tightening, Ryoo and Sahinidis 1996). usd: what the known one costs.
        """
        best, is_closer = self._best, False
        if best is None:
            return False
        for place, side, period in self._far(best, LEAST_FAR * abs(usd)):
            lines, own = self._lines[place], best.slopes[place]
            turn = np.zeros_like(own.off)
            counted = 1.0 - own.off[period] - own.missing[period]
            turn[period] = counted * MOST_MISSING if side else -1.0
            slopes = [*best.slopes]
            slopes[place] = lines.turned(own, turn)
            asked = self._asked(slopes)
            ends = np.array([lines.ends.least, lines.ends.most])
            apart = ends[1, period] - ends[0, period]
            ends[side, period] = (usd - best.lines_usd - (asked.usd - asked.lines_usd)) / turn[
                period
            ]
            self._lines[place] = closer = lines.narrowed(*ends)
            left = closer.ends.most[period] - closer.ends.least[period]
            is_closer |= bool(left < apart * (1.0 - LEAST_CLOSER))
        along = zip(self._lines, best.slopes, best.spend, strict=True)
        self._begin([lines.along(slope, spend) for lines, slope, spend in along])
        self._best = None
        return is_closer

    def _far(self, best: "_Asked", least_usd: float) -> list[tuple[int, int, int]]:
        """The contracts, sides and periods at which contracts are the furthest above their lines.

        least_usd: how far they are at least. A side is 0 below what the best plans spend, else 1.
        """
        found = [
            (far, (place, side, period))
            for place, lines in enumerate(self._lines)
            for side, usd in enumerate(
                lines.apart(best.slopes[place], best.spend[place], best.later_usd[place])
            )
            for period, far in enumerate(usd.tolist())
            if far > least_usd
        ]
        return [at for _, at in sorted(found, reverse=True)[:MOST_ENDS]]

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

    def _asked(self, slopes: Sequence[Slope]) -> "_Asked":
        """The bound of some lines, the best plans at their prices, and how it rises with them."""
        lines = [
            one.below(bound, slope)
            for one, bound, slope in zip(self._lines, self._bounds, slopes, strict=True)
        ]
        usd = lines_usd = sum(line.usd for line in lines)
        for line in lines:
            usd += sum(
                float((of_kind(self._fixed, kind) * ratio).sum())
                for kind, ratio in line.ratios.items()
            )
        nearest = list[Met]()
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
                    return _Asked(slopes, -np.inf, lines_usd)
                ladder = plans.ladder(*weights, is_rough=True)
                spent = plans.spent([ladder.commitments])
                self.met.append(Met(plans, ladder.commitments, spent))
                if best is None or ladder.bound_usd < least:
                    least, best = ladder.bound_usd, self.met[-1]
            usd += least
            nearest += [] if best is None else [best]
        return _Asked(slopes, usd, lines_usd, *self._rises(lines, nearest))

    def _rises(
        self, lines: Sequence[Line], nearest: Sequence[Met]
    ) -> tuple[list[Slope], list[Array], list[float]]:
        """By how much a bound rises with each line, and what the nearest plans spend [USD]."""
        found, spent, later = list[Slope](), list[Array](), list[float]()
        for place, (line, of) in enumerate(zip(lines, self._lines, strict=True)):
            bound = self._bounds[place]
            spend = {kind: of_kind(self._fixed, kind) * usd for kind, usd in bound.shares.items()}
            for one in nearest:
                months = slice(one.plans.stage.first, one.plans.stage.last)
                own = self._own[id(one.plans)][place].shares
                for kind in PLANNED:
                    usd = getattr(one.spent, kind, one.spent.by_the_hour)[0]
                    spend[kind][months] += own[kind][months] * usd
            later_usd = 0.0
            if not of.agreement.periods[-1].is_cut:
                later_usd = float(of.top[-1] * spend["beyond"].sum())
                spend["beyond"] = np.zeros_like(spend["beyond"])  # of no period
            covers, counts = kinds_of(of.agreement)
            covered, counted, alone = (
                of.by_period(sum_of(spend, kinds)) for kinds in (covers, counts, covers - counts)
            )
            off = np.zeros_like(covered) if of.is_joint else line.covered - covered
            found.append(Slope(off, line.counted - counted - of.top * alone))
            spent.append(covered)
            later.append(later_usd)
        return found, spent, later


def weights_of(plans: StagePlans, ratios: Sequence[Mapping[str, Array]]) -> tuple[Array, ...]:
    """What a dollar of terms, by the hour, and of later fees counts in every month of a stage."""
    months = slice(plans.stage.first, plans.stage.last)
    kind = "spot" if plans.stage.is_on_spot else "on_demand"
    none = np.ones(plans.stage.last - plans.stage.first)
    return tuple(
        sum((own[name][months] for own in ratios), none) for name in ("commitments", kind, "beyond")
    )


def _shares(bound: Bound, service: Service, plans: StagePlans) -> Mapping[str, Array]:
    """What of the spend of some plans is the provider's, beside the other stages."""
    stages = [plans.stage if one.first == plans.stage.first else one for one in service.stages]
    return shares_of(bound.agreement, replace(service, stages=tuple(stages)))


def climbed(climbs: Sequence[Relaxation], usd: float, least_left: float) -> float:
    """What no plans cost less than, after the lowest bounds of some were raised.

    usd: what a plan costs that is known; least_left: from which on it is proved the best, over it.
    """
    proved = usd - least_left * abs(usd)
    for one in [*[*climbs] * FIRST_LINES, *[None] * MORE_LINES]:
        lowest = min(climbs, key=lambda one: one.bound_usd)
        if lowest.bound_usd >= proved:
            break
        (one or lowest).climb()
    for _ in range(NARROWINGS):
        lowest = min(climbs, key=lambda one: one.bound_usd)
        if lowest.bound_usd >= usd - LEAST_NARROWED * abs(usd) or not lowest.narrow(usd):
            break
        for _ in range(NARROWED_LINES):
            lowest.climb()
    return min(*(one.bound_usd for one in climbs), usd)
