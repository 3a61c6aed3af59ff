"""Commitments: how large a base is worth paying for, used or not, and for which terms.

Bought by the hour, a replica beyond the base costs max(0, n − b) in every hour that needs n: a
sum of hinges in b. A committed one costs the same in every hour of its term. Between the needs
that occur the sum is straight, so the best base is among them, and one sorted pass over the
hinges of a term gives the cost of every candidate. What is on spot has a cover besides, as a share
that is the larger the less there is of it.
"""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pricing.fleet.hours import Hours
from pricing.numerics.columns import Array, tall

DECISION_MONTHS = 12
"""Without a commitment, the next is looked at after as many months."""

COUNTED_REPLICAS = 1 << 20
"""Needs up to which each whole number has a place of its own; curves reach far beyond."""

SMALL_FLEET_REPLICAS = 64
"""Up to which every base is weighed beside what needs a cover."""


class Offer(Struct, frozen=True, eq=False):
    """A reserved option: its term and, for each month, the price of a replica-hour begun then."""

    option: str
    months: int
    usd_per_replica_hour: Array


class Commitment(Struct, frozen=True):
    """Replicas committed from month `first` on, for the months of the offer's term."""

    offer: int
    first: int
    replicas: int


class Covered(Struct, frozen=True, eq=False):
    """The hours of which a cover is a share, larger the fewer replicas the hour is bought for.

    weights: as of hinges; peaks: the highest need of every period; fractions: of counts bought
    by the hour at the peak, the cover over them.
    """

    weights: Array
    peaks: Array
    fractions: Callable[[Array], Array]


class Hinges(Struct, frozen=True, eq=False):
    """The hours of every period as hinges w · max(0, n − b).

    needs: every n that occurs, ascending, from 0 on; weights: w by period and need, summed over
    the hours. A start beyond the base is the difference of two hinges. A pool that is switched
    off part of the time needs its replicas in the rest of it.
    """

    needs: Array
    weights: Array
    covered: Covered | None = None

    def over(self, begins: Sequence[int], months: int) -> "Hinges":
        """Terms of so many periods, one from each of these on, as periods."""

        def rows(values: Array, total: Callable[..., Array]) -> Array:
            return np.array([total(values[begin : begin + months], axis=0) for begin in begins])

        covered = self.covered and replace(
            self.covered,
            weights=rows(self.covered.weights, np.sum),
            peaks=rows(self.covered.peaks, np.max),
        )
        return Hinges(self.needs, rows(self.weights, np.sum), covered)

    def times(self, months: int) -> "Hinges":
        """Periods of so many months, each like the one it was."""
        covered = self.covered and replace(self.covered, weights=self.covered.weights * months)
        return Hinges(self.needs, self.weights * months, covered)

    def hourly_usd(self) -> Array:
        """What every period costs without a base."""
        usd = self.weights @ self.needs
        if self.covered is None:
            return usd
        covers = self.covered.fractions(self.covered.peaks)
        return np.asarray(usd + self.covered.weights @ self.needs * covers)

    def usd(self) -> Array:
        """What every period costs beside a base of every need: a row a period."""
        usd = _beyond(self.weights, self.needs)
        if self.covered is None:
            return usd
        hourly = np.maximum(tall(self.covered.peaks) - self.needs, 0.0)
        covers = self.covered.fractions(hourly)
        return np.asarray(usd + _beyond(self.covered.weights, self.needs) * covers)


def hinges_of(
    hours: Hours,
    hour_usd: Array,
    start_usd: Array,
    cover_fractions: Callable[[Array], Array] | None = None,
) -> Hinges:
    """The hinges of periods in which a replica-hour and a start cost this much [USD].

    cover_fractions: see Covered; left out, nothing needs a cover.
    """
    listed = [(hours.on, hours.days * hours.warm * tall(hour_usd))]
    if start_usd.any():
        starts = np.where(hours.stepped > hours.before, hours.days * tall(start_usd), 0.0)
        listed += [(hours.stepped, starts), (hours.before, -starts)]
    periods = len(hour_usd)
    # A cover falls in steps where nothing is needed, which tell in a small fleet.
    most = 0.0 if cover_fractions is None else min(hours.on.max(), SMALL_FLEET_REPLICAS)
    bases = np.broadcast_to(np.arange(most + 1.0), (periods, int(most) + 1))
    values = np.concatenate([bases, *(value for value, _ in listed)], axis=1)
    weights = np.concatenate([np.zeros(bases.shape), *(weight for _, weight in listed)], axis=1)
    needs, places = _ranked(values)

    def summed(columns: int) -> Array:
        cells = places[:, :columns] + len(needs) * np.arange(periods)[:, np.newaxis]
        sums = np.bincount(
            cells.ravel(), weights[:, :columns].ravel(), minlength=periods * len(needs)
        )
        return sums.astype(float).reshape(periods, len(needs))

    covered = None
    if cover_fractions is not None:
        of_hours = summed(bases.shape[1] + hours.on.shape[1])
        covered = Covered(of_hours, hours.on.max(axis=1), cover_fractions)
    return Hinges(needs, summed(values.shape[1]), covered)


def _beyond(weights: Array, needs: Array) -> Array:
    """The hinges of every row at every need."""
    beyond = weights[:, ::-1].cumsum(axis=1)[:, ::-1]
    by_the_hour = (weights * needs)[:, ::-1].cumsum(axis=1)[:, ::-1] - needs * beyond
    return np.asarray(by_the_hour)


def _ranked(values: Array) -> tuple[Array, NDArray[np.intp]]:
    """The values that occur, ascending, and the place of each among them."""
    if values.max() > COUNTED_REPLICAS:
        needs, places = np.unique(values, return_inverse=True)
        return needs, places.reshape(values.shape)
    whole = values.astype(np.intp)  # whole replicas need no sorting
    occurs = np.zeros(whole.max() + 1, bool)
    occurs[whole] = True
    return np.flatnonzero(occurs).astype(float), (occurs.cumsum() - 1)[whole]


def best_levels(hinges: Hinges, committed_usd: Array) -> tuple[list[int], list[float]]:
    """The base that makes each period cheapest, and what the period costs with it [USD].

    committed_usd: what one replica costs for the whole of a period. Of equals, the smallest.
    """
    usd = hinges.usd() + hinges.needs * tall(committed_usd)
    at = usd.argmin(axis=1)
    return hinges.needs[at].astype(int).tolist(), usd[np.arange(len(at)), at].tolist()


def best_commitments(
    hinges: Hinges,
    offers: Sequence[Offer],
    month_hours: Array,
    *,
    months: int,
) -> list[Commitment]:
    """The commitments that make `months` cheapest; the periods of the hinges are these months.

    Every term is followed by the next decision: a term of any offer, or a year by the hour.
    month_hours: of each month, going on beyond the last, as terms do; what is committed there
    is paid all the same. Exact over these choices, since terms share no month.
    """
    begins = range(0, months, DECISION_MONTHS)
    by_the_hour = hinges.over(begins, DECISION_MONTHS).hourly_usd().tolist()
    choices: dict[int, list[tuple[float, int, int, int]]] = {begin: [] for begin in begins}
    for begin, usd in zip(begins, by_the_hour, strict=True):
        choices[begin].append((usd, min(begin + DECISION_MONTHS, months), -1, 0))
    for index, offer in enumerate(offers):
        paid = np.array([committed_usd(offer, month_hours, begin) for begin in begins])
        levels = best_levels(hinges.over(begins, offer.months), paid)
        for begin, replicas, usd in zip(begins, *levels, strict=True):
            end = min(begin + offer.months, months)
            choices[begin].append((usd, end, index, replicas))
    found: dict[int, tuple[float, int, int, int]] = {}
    for begin in reversed(begins):
        found[begin] = min(
            (
                (usd + (found[end][0] if end < months else 0.0), end, index, replicas)
                for usd, end, index, replicas in choices[begin]
            ),
            key=lambda choice: choice[0],
        )
    commitments, begin = [], 0
    while begin < months:
        _, end, index, replicas = found[begin]
        if replicas:
            commitments.append(Commitment(index, begin, replicas))
        begin = end
    return commitments


def committed_usd(offer: Offer, month_hours: Array, first: int) -> float:
    """What a replica costs for a whole term that begins in a month."""
    hours = month_hours[first : first + offer.months].sum()
    return float(offer.usd_per_replica_hour[first] * hours)
