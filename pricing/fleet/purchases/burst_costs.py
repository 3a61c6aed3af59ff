"""The cost of the replicas that are bought by the hour beyond a base, by the size of the base.

An hour that needs n replicas buys max(0, n − b) beyond a base of b by the hour. The cost of a month
is thus a piecewise-linear function of b, and its kinks are the needs that occur. One pass over the
hours gives the cost for all bases.
"""

from collections.abc import Callable, Iterable
from math import lcm

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.fleet.arrays import tall
from pricing.fleet.hours import Hours
from pricing.fleet.purchases.price_path import Instances
from pricing.formulas.capacity import WHOLE
from pricing.numerics.number import Array

MOST_LEVELS = 128
"""Most sizes of a base that a plan is chosen from. Of more, as many are taken, evenly spaced among
the needs. A size between two of them costs no more than the line between both."""

SMALL_FLEET_REPLICAS = 64
"""Largest fleet for which every size of the base is tried beside spot capacity."""


FORBIDDEN_USD = 1e15
"""What a period counts whose base is too large or too small."""


class BurstCosts(Struct, frozen=True, eq=False):
    """The cost of every period by the size of the base: a row a period, a column a base.

    bases: ascending from 0 [replicas]; running_usd: of replicas while they run, with what their
    instances leave unused; starts_usd: of their starts [USD]; peaks: highest need of every period;
    cover_fractions: cover for spot over the replicas beyond the base at the peak, which falls with
    their number. None where nothing needs cover; covers: all that it is computed from, None where
    nobody says so; most, least: a base may be so large, and so small,
    in a period. Of any size by default. The limits are among the bases; is_bent: whether a replica
    more may save more than the one before it.
    """

    bases: Array
    running_usd: Array
    starts_usd: Array
    peaks: Array
    cover_fractions: Callable[[Array], Array] | None = None
    covers: Array | None = None
    most: Array | None = None
    least: Array | None = None
    is_bent: bool = False

    def keeps(self, bases: Array) -> NDArray[np.bool_] | None:
        """Whether bases are neither too large nor too small; None where any may be.

        bases: a column a period, or the same for all of them.
        """
        if self.most is None and self.least is None:
            return None
        is_small = True if self.most is None else bases <= self.most
        is_large = True if self.least is None else bases >= self.least
        return np.asarray(is_small & is_large)

    @property
    def is_kept(self) -> NDArray[np.bool_] | None:
        """Whether each of the bases may be that of a period; None where any may be."""
        kept = self.keeps(tall(self.bases))
        return None if kept is None else kept.T

    def usd(self, cover_fraction: float = 0.0) -> Array:
        """The cost with so many cover replicas for each that runs [USD]."""
        return np.asarray(self.running_usd * (1.0 + cover_fraction) + self.starts_usd)

    def usd_beyond(self, bases: Array) -> Array:
        """The cost beyond the bases of some plans: a row a plan, a column a period [USD].

        A base that may not be held costs FORBIDDEN_USD.
        """
        above = np.clip(self.bases.searchsorted(bases), 1, max(len(self.bases) - 1, 1))
        known = np.append(self.bases, self.bases[-1] + 1.0)
        low, high = known[above - 1], known[above]
        share = np.clip((bases - low) / (high - low), 0.0, 1.0)
        period = np.arange(len(self.peaks))

        top = np.minimum(above, len(self.bases) - 1)

        def at_base(usd: Array) -> Array:
            return np.asarray(usd[period, above - 1] * (1.0 - share) + usd[period, top] * share)

        running = at_base(self.running_usd)
        if self.cover_fractions is not None:
            beyond = np.maximum((self.peaks - bases).max(axis=1), 0.0)
            running = running * (1.0 + tall(self.cover_fractions(beyond)))
        usd, kept = running + at_base(self.starts_usd), self.keeps(bases)
        return usd if kept is None else np.where(kept, usd, FORBIDDEN_USD)

    def usd_of_each(self) -> Array:
        """The cost where every period has cover for its own peak [USD]."""
        usd = self.usd()
        if self.cover_fractions is not None:
            covers = self.cover_fractions(np.maximum(tall(self.peaks) - self.bases, 0.0))
            usd = np.asarray(self.running_usd * (1.0 + covers) + self.starts_usd)
        return usd if self.is_kept is None else np.where(self.is_kept, usd, np.inf)


def burst_costs(
    hours: Hours,
    hour_usd: Array,
    start_usd: Array,
    *,
    unit: int,
    instances: Instances,
    device_count: int,
    cover_fractions: Callable[[Array], Array] | None = None,
    most_levels: int | None = None,
    most_coverage_fraction: float = 1.0,
    least_coverage_fraction: float = 0.0,
    running_hours: Array | None = None,
) -> BurstCosts:
    """The cost of periods beyond bases of whole units.

    hour_usd, start_usd: of a replica-hour and of a start in every period [USD]; unit: replicas; of
    more than MOST_LEVELS units, a multiple of those of an instance; instances: by the hour;
    device_count: of a replica; cover_fractions: see BurstCosts; most_levels: of bases, any number
    by default; most_coverage_fraction: of the hours of a period that a base may serve;
    least_coverage_fraction: of them that are not bought by the hour; running_hours: of which these
    are fractions, the sum of the hours by default.
    """
    held = instances.replicas
    ratio = instances.devices / (held * device_count)
    weights = hours.days * hours.warm * tall(hour_usd * ratio)
    is_fine = bool(unit % held) and hours.on.max() <= unit * MOST_LEVELS
    running = hours.on if is_fine else _on_instances(hours.on, held)
    most_bases = MOST_LEVELS if is_fine else most_levels  # all of them
    bases = _bases(running, unit, most_bases, is_spot=cover_fractions is not None)
    most, least = _limits(
        hours,
        unit,
        most_coverage_fraction=most_coverage_fraction,
        least_coverage_fraction=least_coverage_fraction,
        running_hours=running_hours,
    )
    for limits in (most, least):
        if limits is not None:
            bases = np.union1d(bases, limits[limits < bases[-1]])
    starts_usd = np.zeros((len(hour_usd), len(bases)))
    if start_usd.any():
        starts = np.where(hours.stepped > hours.before, hours.days * tall(start_usd), 0.0)
        starts_usd = _beyond(bases, [(hours.stepped, starts), (hours.before, -starts)])
    running_usd = np.empty_like(starts_usd)
    # A base that fills no whole instances shifts those that are then rented.
    over = bases % held if is_fine else np.zeros_like(bases)
    for shift in np.unique(over):
        shifted = shift + _on_instances(hours.on - shift, held)
        of = np.flatnonzero(over == shift)
        up_to_all = np.append(bases[of], bases[-1] + held)
        running_usd[:, of] = _beyond(up_to_all, [(shifted, weights)])[:, :-1]
    return BurstCosts(
        bases,
        running_usd,
        starts_usd,
        hours.on.max(axis=1),
        cover_fractions,
        most=most,
        least=least,
        is_bent=is_fine or bool(starts_usd.any()),
    )


def _on_instances(replicas: Array, held: float) -> Array:
    """The replicas that the instances of some replicas hold."""
    return np.asarray(held * np.ceil(replicas / held - WHOLE))


def common_unit(
    costs_of: Callable[[int, int | None], BurstCosts], sizes: Iterable[int], unit: int
) -> int:
    """The replicas that a base grows by whose instances have these sizes.

    unit: replicas of an instance by the hour. A large fleet has whole ones beside its base.
    """
    whole = lcm(*sizes)
    if whole % unit == 0:
        return whole
    coarse = lcm(whole, unit)
    peak = costs_of(coarse, MOST_LEVELS).peaks.max()
    return whole if peak <= whole * MOST_LEVELS else coarse


def _limits(
    hours: Hours,
    unit: int,
    *,
    most_coverage_fraction: float,
    least_coverage_fraction: float,
    running_hours: Array | None,
) -> tuple[Array | None, Array | None]:
    """The largest and the smallest base of every period that serve enough and no more of it.

    None: any base. Between whole units next to a need, what is left falls along a line.
    """
    if most_coverage_fraction >= 1.0 and least_coverage_fraction <= 0.0:
        return None, None
    units = hours.on / unit
    edges = np.unique(np.concatenate([[0.0], np.floor(units).ravel(), np.ceil(units).ravel()]))
    left = _beyond(edges, [(units, hours.days * hours.warm)])
    every = left[:, 0] if running_hours is None else running_hours / unit
    most = least = None
    if most_coverage_fraction < 1.0:
        kept = left[:, 0] - (most_coverage_fraction + WHOLE) * every
        most = unit * np.floor(_where(edges, left, kept) + WHOLE)
        most = np.where(kept > 0.0, most, np.inf)
    if least_coverage_fraction > 0.0:
        kept = (1.0 - least_coverage_fraction + WHOLE) * every
        least = unit * np.ceil(_where(edges, left, kept) - WHOLE)
    return most, least


def _where(edges: Array, left: Array, kept: Array) -> Array:
    """Where what is left falls to what is kept, period by period."""
    return np.array(
        [np.interp(usd, row[::-1], edges[::-1]) for usd, row in zip(kept, left, strict=True)]
    )


def _bases(running: Array, unit: int, most_levels: int | None, *, is_spot: bool) -> Array:
    """The bases among which the best one is: the needs in whole units, ascending from 0."""
    most = int(np.ceil(running.max() / unit - WHOLE))
    small = SMALL_FLEET_REPLICAS // unit if is_spot else 0
    if most <= max(most_levels or 0, small):
        return np.arange(most + 1.0) * unit
    units = running / unit
    needs = np.unique([np.floor(units + WHOLE), np.ceil(units - WHOLE)])
    needs = np.union1d(needs, np.arange(small + 1.0))
    if most_levels is not None and len(needs) > most_levels + 1:
        needs = needs[np.linspace(0, len(needs) - 1, most_levels + 1).astype(int)]
    return np.asarray(needs * unit)


def _beyond(bases: Array, listed: list[tuple[Array, Array]]) -> Array:
    """The sum of w · max(0, n − b) of every row of needs n and weights w, for every base b."""
    values = np.concatenate([value for value, _ in listed], axis=1)
    weights = np.concatenate([weight for _, weight in listed], axis=1)
    periods, count = len(values), len(bases)
    # A need is beyond all bases that are smaller.
    smaller = np.minimum(bases.searchsorted(values), count - 1)
    cells = (smaller + count * np.arange(periods)[:, np.newaxis]).ravel()

    def sums_beyond(amounts: Array) -> Array:
        of_need = np.bincount(cells, amounts.ravel(), minlength=periods * count)
        from_last = of_need.reshape(periods, count)[:, ::-1].cumsum(axis=1)[:, ::-1]
        return np.concatenate([from_last[:, 1:], np.zeros((periods, 1))], axis=1)

    return np.asarray(sums_beyond(weights * values) - bases * sums_beyond(weights))


def convex(usd: Array, bases: Array) -> Array:
    """The largest convex costs that are nowhere above these. They are the same where these are.

    Costs are bent by starts that take longer than an hour, and by instances filled in part.
    """
    slopes = np.diff(usd, axis=1) / np.diff(bases)
    scale = np.abs(usd).max(initial=0.0)
    bent = np.flatnonzero((np.diff(slopes, axis=1) < -1e-12 * scale).any(axis=1))
    if not bent.size:
        return usd
    usd = usd.copy()
    for row in bent.tolist():
        kept = lower_hull(bases, usd[row])
        usd[row] = np.interp(bases, bases[kept], usd[row][kept])
    return usd


def lower_hull(bases: Array, usd: Array) -> list[int]:
    """The indices of the corners of the largest convex function that is nowhere above a cost."""
    kept: list[int] = []
    for at in range(len(bases)):
        while len(kept) > 1 and _is_above(bases, usd, (kept[-2], kept[-1], at)):
            kept.pop()
        kept.append(at)
    return kept


def _is_above(bases: Array, usd: Array, at: tuple[int, int, int]) -> bool:
    """Whether the second of three points is on the line between the others, or above it."""
    first, middle, last = at
    rise = (usd[middle] - usd[first]) * (bases[last] - bases[first])
    return bool(rise >= (usd[last] - usd[first]) * (bases[middle] - bases[first]))
