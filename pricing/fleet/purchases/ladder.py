"""The ladder of commitments of a service: which terms to begin in which month, at least cost.

A term covers some replicas from the month that it begins in. Every replica, or every instance where
several replicas are on one, may have terms of its own.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from math import gcd, lcm

import numpy as np
from msgspec import Struct

from pricing.fleet.arrays import tall
from pricing.fleet.calendar import TermCalendar
from pricing.fleet.purchases.burst_costs import MOST_LEVELS, BurstCosts, common_unit, convex
from pricing.fleet.purchases.commitments import Commitment, Offer
from pricing.fleet.purchases.cover import Cover, Terms, cheapest_cover
from pricing.formulas.capacity import WHOLE
from pricing.numerics.kept_results import Argument, KeptResults
from pricing.numerics.number import Array

FORBIDDEN_RATIO = 1e3
"""Cost of leaving out what has to be covered, or of what may not be, over the largest cost."""

MOST_COUNTS = 128
"""Most counts of spot replicas that plans are looked at for."""

MOST_CELLS = 1 << 18
"""Costs of counts, months and bases that are looked at together."""

MOST_SIZES = 1024
"""Most sizes of a base of one size that are looked at beside spot capacity."""


class Ladder(Struct, frozen=True, eq=False):
    """The commitments of some months, the cost with them, and the least of any ladder [USD].

    The costs are those of the commitments and of what is bought by the hour beyond them.
    """

    commitments: tuple[Commitment, ...]
    usd: float
    bound_usd: float


def best_ladder(
    costs_of: Callable[[int, int | None], BurstCosts],
    offers: Sequence[Offer],
    calendar: TermCalendar,
    *,
    unit: int = 1,
    starts: dict[int, Cover] | None = None,
    is_rough: bool = False,
) -> Ladder:
    """The commitments with the least cost.

    costs_of: the cost by the hour beyond bases of whole units of so many replicas, for at most so
    many bases; unit: replicas of an instance by the hour. Where offers have instances of several
    sizes, the smaller ones are bought in numbers that hold as many replicas as a larger one.
    starts: covers by unit that the search begins from, at other prices, and what is found replaces;
    is_rough: whether few numbers of spot replicas are tried, with a bound of all.
    """
    ladders, sizes, starts = [], {one.unit for one in offers}, {} if starts is None else starts
    wholes = {(size, common_unit(costs_of, [size], unit)) for size in sizes}
    for size, whole in sorted(wholes | {(size, lcm(size, unit)) for size in sizes}):
        fitting = [one for one in offers if size % one.unit == 0]
        costs = costs_of(whole, MOST_LEVELS)
        problem = exact = _Problem(costs, fitting, calendar, whole)
        if len(costs.bases) > MOST_LEVELS:
            exact = _Problem(costs_of(whole, None), fitting, calendar, whole)
        ladder, starts[whole] = _ladder(problem, exact, starts.get(whole), is_rough=is_rough)
        ladders.append(ladder)
    if costs.cover_fractions is not None:
        every = costs_of(common_unit(costs_of, [gcd(unit, *sizes)], unit), None)
        ladders += _constant(every, costs.cover_fractions, offers, calendar)
    best = min(ladders, key=lambda ladder: ladder.usd)
    return Ladder(best.commitments, best.usd, min(ladder.bound_usd for ladder in ladders))


def _constant(
    costs: BurstCosts,
    cover_fractions: Callable[[Array], Array],
    offers: Sequence[Offer],
    calendar: TermCalendar,
) -> Iterator[Ladder]:
    """The best base of one size in every month, for each offer, beside spot capacity.

    A caller may write it. Fewer spot replicas may need as many for cover, at more for each. The
    cost then has several minima in the size of the base, of which the search of a ladder sees one.
    """
    peak = costs.peaks.max()
    sizes = np.unique(np.linspace(0, peak, min(int(peak), MOST_SIZES) + 1).astype(int))
    fractions = cover_fractions(np.maximum(peak - sizes, 0.0))
    burst = (1.0 + fractions) * np.interp(sizes, costs.bases, costs.running_usd.sum(axis=0))
    burst += np.interp(sizes, costs.bases, costs.starts_usd.sum(axis=0))
    if (kept := costs.keeps(sizes[:, np.newaxis])) is not None:
        burst = np.where(kept.all(axis=1), burst, np.inf)
    for offer in offers:
        begins = np.arange(0, calendar.months, offer.months)
        hours = calendar.term_hours(offer.months)[begins]
        charged = np.array([1.0 + offer.unused_ratio(size) for size in sizes.tolist()])
        paid = float(offer.usd_per_replica_hour[begins] @ hours) * (1.0 + offer.capital_ratio)
        paid += 0.0 if offer.shadow_usd is None else float(offer.shadow_usd[begins].sum())
        usd = burst + sizes * charged * paid
        at = int(usd.argmin())
        terms = [Commitment(offer, one, int(sizes[at])) for one in begins.tolist() if sizes[at]]
        yield Ladder(tuple(terms), float(usd[at]), float(usd[at]))


def _ladder(
    problem: "_Problem", exact: "_Problem", start: Cover | None, *, is_rough: bool
) -> tuple[Ladder, Cover]:
    """The best ladder of a problem; exact: the same with every base, if there are more."""
    fractions = problem.costs.cover_fractions
    if fractions is not None:
        begun = () if start is None else (start.counts, start.covered, start.prices)
        parts = (*problem.parts, *(() if exact is problem else exact.parts), *begun, str(is_rough))
        ladder = partial(_beside_spot, problem, exact, fractions, start, is_rough=is_rough)
        found = KEPT.of(None if problem.costs.covers is None else parts, ladder)
        return Ladder(problem.commitments(found.cover), found.usd, found.bound_usd), found.cover
    cover = problem.solve(start=start)
    usd, (bound,) = exact.usd(cover), exact.bounds(cover.prices, np.zeros(1)).tolist()
    return Ladder(problem.commitments(cover), usd, min(bound, usd)), cover


def _beside_spot(
    problem: "_Problem",
    exact: "_Problem",
    cover_fractions: Callable[[Array], Array],
    cover: Cover | None,
    *,
    is_rough: bool,
) -> "_Found":
    """The best ladder beside spot capacity.

    The cover of spot hangs on the most replicas that are ever on it. Each such number is a problem
    of its own. The prices of one solution are a bound for all others, so that few are solved.
    """
    peak = int(problem.costs.peaks.max())
    most = np.unique(np.linspace(0, peak, min(peak, MOST_COUNTS) + 1).astype(int)).astype(float)
    fractions, fewer = cover_fractions(most), np.append(-np.inf, most[:-1])
    bounds, is_solved = np.zeros(len(most)), np.zeros(len(most), bool)
    best: tuple[float, Cover] | None = None
    at = len(most) - 1
    while True:
        cover = problem.solve(float(fractions[at]), float(most[at]), cover)
        usd = exact.usd(cover)
        if best is None or usd < best[0]:
            best = usd, cover
        # Counts whose bound is above a plan that is known can neither better it nor its bound.
        left = np.flatnonzero(bounds < best[0])
        found = exact.bounds(cover.prices, fractions[left], fewer[left], most[left])
        bounds[left] = np.maximum(bounds[left], found)
        is_solved[at] = True
        at = int(np.where(is_solved, np.inf, bounds).argmin())
        if is_rough:  # the most bound all, and those that its plan needs may better it
            at = int(most.searchsorted((problem.costs.peaks - problem.bases(best[1])).max()))
        if is_solved[at] or bounds[at] >= best[0] * (1.0 - WHOLE):
            return _Found(best[1], best[0], min(float(bounds.min()), best[0]))


class _Found(Struct, frozen=True, eq=False):
    cover: Cover
    usd: float
    bound_usd: float


KEPT: KeptResults[_Found] = KeptResults(128)
"""The last ladders beside spot: what moves neither loads nor prices asks for one again."""


class _Problem:
    """The costs of some months by level, and the terms that may cover them."""

    def __init__(
        self, costs: BurstCosts, offers: Sequence[Offer], calendar: TermCalendar, unit: int
    ) -> None:
        self.costs, self._offers, self._calendar, self._unit = costs, offers, calendar, unit
        self._units = costs.bases / unit
        self._widths = np.rint(np.diff(self._units)).astype(np.int64)
        months = np.arange(calendar.months)
        self._term_hours = cache(calendar.term_hours)
        self._terms = Terms(
            np.concatenate([months for _ in offers]),
            np.concatenate([np.minimum(months + one.months, calendar.months) for one in offers]),
            np.concatenate([self._term_usd(offer) for offer in offers]),
        )

    @property
    def parts(self) -> tuple[Argument, ...]:
        """What its solution hangs on."""
        of, terms = self.costs, self._terms
        of_costs = (of.bases, of.running_usd, of.starts_usd, of.peaks, of.covers, of.most, of.least)
        return (*of_costs, terms.begins, terms.ends, terms.usd)

    def _term_usd(self, offer: Offer) -> Array:
        """Cost of the terms of a unit, by the month that they begin in [USD]."""
        usd = offer.usd_per_replica_hour[: self._calendar.months] * self._unit
        paid = usd * (1.0 + offer.capital_ratio) * self._term_hours(offer.months)
        if offer.shadow_usd is not None:
            paid = paid + offer.shadow_usd * self._unit
        return np.asarray(paid * (1.0 + offer.unused_ratio(self._unit)))

    def solve(
        self, cover_fraction: float = 0.0, most: float | None = None, start: Cover | None = None
    ) -> Cover:
        """The best cover; most: replicas beyond it in any month; start: see cheapest_cover."""
        of, usd = self.costs, self.costs.usd(cover_fraction)
        usd = convex(usd, of.bases) if of.is_bent else usd
        levels = -np.diff(usd, axis=1) / self._widths
        forbidden = FORBIDDEN_RATIO * max(levels.max(initial=0.0), self._terms.usd.max())
        if of.most is not None:
            levels = np.where(of.bases[1:] <= tall(of.most), levels, -forbidden)
        if of.least is not None:
            levels = np.where(of.bases[:-1] >= tall(of.least), levels, forbidden)
        if most is not None:
            levels = np.where(tall(of.peaks) - of.bases[:-1] > most, forbidden, levels)
        return cheapest_cover(levels, self._widths, self._terms, start)

    def bases(self, cover: Cover) -> Array:
        """The replicas that a cover serves in every month."""
        return np.asarray(cover.covered * float(self._unit))

    def usd(self, cover: Cover) -> float:
        """Cost of a cover, and of what is left over [USD]."""
        left = self.costs.usd_beyond(self.bases(cover)[np.newaxis])
        return float(self._terms.usd @ cover.counts) + float(left.sum())

    def bounds(
        self,
        prices: Array,
        cover_fractions: Array,
        fewer: Array | None = None,
        most: Array | None = None,
    ) -> Array:
        """What no cover can cost less than at these prices, for each count of spot [USD].

        No month has more than `most` replicas beyond its base, and one of them more than `fewer`.
        """
        costs = self.costs
        other, is_kept = costs.starts_usd + prices[:, np.newaxis] * self._units, costs.is_kept
        if is_kept is not None:
            other = np.where(is_kept, other, np.inf)
        beyond = costs.peaks[:, np.newaxis] - costs.bases
        rows = max(MOST_CELLS // other.size, 1)
        bounds = np.empty(len(cover_fractions))
        for first in range(0, len(cover_fractions), rows):
            some = slice(first, first + rows)
            usd = (1.0 + cover_fractions[some, np.newaxis, np.newaxis]) * costs.running_usd
            usd += other
            if fewer is None or most is None:
                bounds[some] = usd.min(axis=2).sum(axis=1)
                continue
            usd[beyond > most[some, np.newaxis, np.newaxis]] = np.inf
            least = usd.min(axis=2)
            usd[self._from_next(beyond) <= fewer[some, np.newaxis, np.newaxis]] = np.inf
            may = np.isfinite(least)
            rises = np.subtract(usd.min(axis=2), least, out=np.full_like(least, np.inf), where=may)
            bounds[some] = least.sum(axis=1) + rises.min(axis=1)
        return bounds

    def _from_next(self, beyond: Array) -> Array:
        """Replicas beyond each base, or beyond the largest one that is between it and the last."""
        wide = np.append(1.0, self._widths) > 1.0
        return np.where(wide, np.append(beyond[:, :1], beyond[:, :-1], axis=1), beyond)

    def commitments(self, cover: Cover) -> tuple[Commitment, ...]:
        """The commitments of a cover, in the order in which they begin."""
        counts = cover.counts.reshape(len(self._offers), self._calendar.months)
        return tuple(
            Commitment(self._offers[offer], month, int(counts[offer, month]) * self._unit)
            for month, offer in np.argwhere(counts.T > 0).tolist()
        )
