"""Plans that are tried: what they cost in every month and upfront, and better ones beside them."""

from collections.abc import Collection, Iterator, Sequence
from itertools import product

import numpy as np
from msgspec import Struct

from pricing.fleet.arrays import tall
from pricing.fleet.calendar import TermCalendar
from pricing.fleet.purchases.burst_costs import BurstCosts
from pricing.fleet.purchases.commitments import MOST_SIZES, Commitment, Offer
from pricing.formulas.capacity import WHOLE
from pricing.numerics.number import Array, Counts
from pricing.pauses import pause

STEPS = (1, 2, 4, 8, 16)
"""Units that are moved at a time."""

PENALTIES = (1.0, 4.0, 16.0, 1e9)
"""Dollars that a dollar above a bound counts, one after the other."""

MOST_CELLS = 8_000_000
"""Months of plans that are looked at from one plan: some half a second."""

MOST_PAIRED = 1_000_000
"""Months of plans that two moves at a time may lead to, where no move alone betters a plan."""

MOST_FAR = 20_000
"""Months of plans that moves to any month may lead to: some 2 milliseconds."""

MOST_ROWS = 4096
"""Plans that are looked at together."""

CLOSE = 1e-9
"""A difference that is one of rounding, over the larger figure."""


class Bounds(Struct, frozen=True, eq=False):
    """What a plan may cost at most [USD].

    upfront_usd: paid upfront in all; monthly_usd: of a month, with fixed_usd, what it costs beside
    the plan. None: anything; owes_later: whether what terms cost after the months is due later, and
    no month counts it. Else the last one does.
    """

    upfront_usd: float | None
    monthly_usd: float | None
    fixed_usd: Array
    owes_later: bool = True

    @property
    def is_open(self) -> bool:
        """Whether nothing is bounded."""
        return self.upfront_usd is None and self.monthly_usd is None

    @property
    def caps(self) -> Array:
        """What the plan alone may cost in every month [USD]."""
        if self.monthly_usd is None:
            return np.full(len(self.fixed_usd), np.inf)
        return np.asarray(self.monthly_usd - self.fixed_usd)

    def excess(self, monthly: Array, upfront: Array) -> Array:
        """What plans cost above the bounds [USD]; a row of months, and a payment, of each plan."""
        over = np.maximum(monthly - self.caps, 0.0)
        over = np.where(over > CLOSE * np.abs(monthly), over, 0.0).sum(axis=-1)
        if self.upfront_usd is not None:
            above = np.maximum(upfront - self.upfront_usd * (1.0 + CLOSE), 0.0)
            over = over + above
        return np.asarray(over)


class Tried(Struct, frozen=True, eq=False):
    """A plan, its cost in every month, what it pays upfront, and what it owes later [USD]."""

    commitments: tuple[Commitment, ...]
    monthly: Array
    upfront: float
    later: float

    @property
    def usd(self) -> float:
        """Its cost in all [USD]."""
        return float(self.monthly.sum()) + self.later


class TermCosts(Struct, frozen=True, eq=False):
    """What units of terms serve and cost by month, and pay upfront and later: see Trials."""

    serves: Array
    pays: Array
    early: Array
    later: Array


class Trials:
    """What plans cost, by the units of every term that they begin.

    costs: by the hour beyond every base; unit: replicas that are moved at a time; owes_later: see
    Bounds. The rows of a plan are offers, its columns the months in which terms begin. looked:
    months of plans that moves have led to.
    """

    def __init__(
        self,
        costs: BurstCosts,
        offers: Sequence[Offer],
        calendar: TermCalendar,
        unit: int,
        *,
        owes_later: bool,
    ) -> None:
        self._costs, self._offers, self._unit = costs, offers, unit
        months, hours = calendar.months, calendar.hours
        self._months, self.looked = months, 0
        self._serves, self._pays = np.zeros((2, len(offers), months, months))
        self._early, self._later = np.zeros((2, len(offers), months))
        for at, offer in enumerate(offers):
            charged = unit * (1.0 + offer.unused_ratio(unit))
            prices = offer.usd_per_replica_hour[:months] * charged
            term_hours = calendar.term_hours(offer.months)
            self._early[at] = prices * term_hours * offer.upfront_fraction
            for first in range(months):
                last = min(first + offer.months, months)
                self._serves[at, first, first:last] = unit
                price = prices[first] * (1.0 + offer.capital_ratio)
                self._pays[at, first, first:last] = hours[first:last] * price
                later = (term_hours[first] - hours[first:last].sum()) * price
                if owes_later:
                    self._later[at, first] = later
                else:
                    self._pays[at, first, last - 1] += later

    def counts_of(self, commitments: Sequence[Commitment]) -> Counts:
        """The units of every term that a plan begins."""
        counts = np.zeros(self._early.shape, np.int64)
        for one in commitments:
            offer = next(at for at, other in enumerate(self._offers) if is_same(other, one.offer))
            counts[offer, one.first] += one.replicas // self._unit
        return counts

    def tried(self, counts: Counts) -> Tried:
        """A plan with its costs."""
        served = np.tensordot(counts, self._serves, 2)[np.newaxis]
        monthly = np.tensordot(counts, self._pays, 2) + self._costs.usd_beyond(served)[0]
        commitments = tuple(
            Commitment(self._offers[offer], month, int(counts[offer, month]) * self._unit)
            for month, offer in np.argwhere(counts.T > 0).tolist()
        )
        early, later = (float((counts * usd).sum()) for usd in (self._early, self._later))
        return Tried(commitments, monthly, early, later)

    def renewed(self, bounds: Bounds) -> Iterator[Counts]:
        """Of the bases of each offer that a caller may write, the most promising and the best one.

        Of one size, or large enough for the peak of each term. The best one keeps the bounds.
        """
        peaks = np.ceil(self._costs.peaks / self._unit - WHOLE).astype(np.int64)
        most = int(peaks.max())
        sizes = np.linspace(1, most, min(most, MOST_SIZES)).astype(np.int64)
        for at, offer in enumerate(self._offers):
            begins = np.arange(0, self._months, offer.months)
            units = np.tile(sizes, (len(begins), 1)).T
            units = np.concatenate([units, [np.maximum.reduceat(peaks, begins)]])
            of = self.of(np.full_like(begins, at), begins)
            served, pays, early, later = (
                units @ one for one in (of.serves, of.pays, of.early, of.later)
            )
            monthly = pays + self._costs.usd_beyond(served)
            usd, excess = monthly.sum(axis=1) + later, bounds.excess(monthly, early)
            for counted in (usd + 2.0 * excess, np.where(excess > 0.0, np.inf, usd)):
                counts = np.zeros(self._early.shape, np.int64)
                counts[at, begins] = units[counted.argmin()]
                yield counts

    def improved(self, counts: Counts, bounds: Bounds) -> Counts:
        """A plan that no move of some units betters, from a plan that may break the bounds.

        One that keeps them goes on doing so.
        """
        first = self.tried(counts)
        is_kept = not bounds.excess(first.monthly, np.array(first.upfront))
        most, paired = self.looked + MOST_CELLS, MOST_PAIRED
        for penalty in PENALTIES[-1:] if is_kept else PENALTIES:
            is_far = False
            while self.looked < most:
                pause()
                moves = self.moves(counts, is_far=is_far)
                cells = len(moves) * self._months
                if is_far and cells > MOST_FAR:
                    break
                moved, pairs = self._moved(counts, moves, bounds, penalty), len(moves) * cells // 2
                if moved is None and pairs < paired:
                    paired, cells = paired - pairs, cells + pairs
                    moved = self._moved(counts, pairs_of(counts, moves), bounds, penalty)
                self.looked += cells
                if moved is None and is_far:
                    break
                is_far = moved is None
                counts = counts if moved is None else moved
        return counts

    def _moved(
        self, counts: Counts, moves: Counts, bounds: Bounds, penalty: float
    ) -> Counts | None:
        """The plan after the best of some moves, None where none is better."""
        flat = counts.ravel().astype(float)
        base = flat @ self._serves.reshape(-1, self._months)
        paid = flat @ self._pays.reshape(-1, self._months)
        best, least, first = 0, np.inf, np.inf
        for begin in range(0, len(moves), MOST_ROWS):
            some = moves[begin : begin + MOST_ROWS]
            served, pays = np.tile(base, (len(some), 1)), np.tile(paid, (len(some), 1))
            early, later = (
                np.full(len(some), float(flat @ usd.ravel())) for usd in (self._early, self._later)
            )
            for offer, month, units in some.reshape(len(some), -1, 3).transpose(1, 2, 0):
                served += tall(units) * self._serves[offer, month]
                pays += tall(units) * self._pays[offer, month]
                early += units * self._early[offer, month]
                later += units * self._later[offer, month]
            monthly = pays + self._costs.usd_beyond(served)
            counted = monthly.sum(axis=1) + later + penalty * bounds.excess(monthly, early)
            if begin == 0:
                first = float(counted[0])
            at = int(counted.argmin())
            if counted[at] < least:
                best, least = begin + at, float(counted[at])
        if least >= first * (1.0 - CLOSE):
            return None
        return self.after(counts, moves[best])

    def after(self, counts: Counts, move: Counts) -> Counts:
        """The units after a move."""
        moved = counts.copy()
        for offer, month, units in move.reshape(-1, 3).tolist():
            moved[offer, month] += units
        return moved

    def of(self, offers: Counts, months: Counts) -> "TermCosts":
        """What a unit of terms serves and costs, by the offer and the month it begins in."""
        at = offers, months
        return TermCosts(self._serves[at], self._pays[at], self._early[at], self._later[at])

    def moves(
        self, counts: Counts, begun: Collection[int] | None = None, *, is_far: bool = False
    ) -> Counts:
        """Units that are added, dropped, or moved to another offer: a row a move, none first.

        begun: the offers whose terms are begun by moves, all by default.

        Two times the offer, the month and the units that are added. They begin then, a month
        beside, or so that they end with the last month; if is_far, in any month.
        """
        offers, months = counts.shape
        begun, far = range(offers) if begun is None else begun, range(months * is_far)
        most = int(self._costs.peaks.max() // self._unit) + 1
        steps = [step for step in STEPS if step <= most]
        none = (0, 0, 0)
        moves = [(*none, *none)] if offers else []
        moves += [
            (offer, month, step, *none)
            for offer, month, step in product(begun, range(months), steps)
        ]
        last = [max(months - offer.months, 0) for offer in self._offers]
        for offer, month in np.argwhere(counts > 0).tolist():
            held = int(counts[offer, month])
            for units in sorted({step for step in steps if step < held} | {held}):
                moves.append((offer, month, -units, *none))
                moves += [
                    (offer, month, -units, other, later, units)
                    for other in begun
                    for later in sorted({month - 1, month, month + 1, last[other], *far})
                    if 0 <= later < months and (other, later) != (offer, month)
                ]
        return np.array(moves, np.int64)


def pairs_of(counts: Counts, moves: Counts) -> Counts:
    """Two moves at a time: a row a pair, none first. No more units are dropped than there are."""
    one, other = np.triu_indices(len(moves))
    pairs = np.concatenate([moves[one], moves[other]], axis=1)
    dropped, also = pairs[:, :3], pairs[:, 6:9]
    is_same = (dropped[:, :2] == also[:, :2]).all(axis=1)
    units = np.minimum(dropped[:, 2], 0) + np.where(is_same, np.minimum(also[:, 2], 0), 0)
    return np.asarray(pairs[units + counts[dropped[:, 0], dropped[:, 1]] >= 0])


def is_same(one: Offer, other: Offer) -> bool:
    """Whether two offers differ at most in what they count more than they cost."""
    is_priced = one.usd_per_replica_hour is other.usd_per_replica_hour
    is_sold = one.path is not None and one.path is other.path
    return (is_priced or is_sold) and (one.upfront_fraction, one.capital_ratio) == (
        other.upfront_fraction,
        other.capital_ratio,
    )
