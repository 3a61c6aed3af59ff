"""The committed base of a service: the size and the terms that cost least.

An hour that needs n replicas buys max(0, n − b) beyond a base of b by the hour. A committed replica
costs the same in every hour of its term. The cost of a term is thus a piecewise-linear function of
b, and its kinks are the needs that occur. The best base is one of these needs. One sorted pass
gives the cost of all of them. Spot replicas need cover besides: a share that falls with their
number.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pricing.fleet.arrays import Array, tall
from pricing.fleet.hours import Hours

DECISION_MONTHS = 12
"""Months by the hour after which a commitment is considered again."""

COUNTED_REPLICAS = 1 << 20
"""Largest need for which every whole number has an array element. Curves go far beyond it."""

SMALL_FLEET_REPLICAS = 64
"""Largest fleet for which every size of the base is tried beside spot capacity."""


class Offer(Struct, frozen=True, eq=False):
    """A reserved option: its term, and the price of a replica-hour by the month it begins in."""

    option: str
    months: int
    usd_per_replica_hour: Array


class Commitment(Struct, frozen=True, eq=False):
    """Replicas that are committed from month `first` on, for the term of an offer."""

    offer: Offer
    first: int
    replicas: int


class Choice(Struct, frozen=True, eq=False):
    """The best base with one term for the next months. Arrays have one load each.

    usd: cost of these months with whole terms, apart from costs that all choices share; offer:
    None by the hour.
    """

    months: int
    usd: Array
    base: Sequence[int]
    offer: Offer | None = None


class CoveredHours(Struct, frozen=True, eq=False):
    """The cost of the hours that need cover for spot preemptions.

    weights: as in PiecewiseLinear; peaks: highest need of every period; fractions: cover over the
    count bought by the hour at the peak. It falls with that count.
    """

    weights: Array
    peaks: Array
    fractions: Callable[[Array], Array]


class PiecewiseLinear(Struct, frozen=True, eq=False):
    """Cost of every period by the size b of the base: the sum of w · max(0, n − b) over n.

    needs: every n that occurs, ascending from 0; weights: w by period and need, summed over the
    hours [USD]. The start of a replica beyond the base is a difference of two terms. The hours
    of a pool that is switched off at times are weighed by the share of time that it is on.
    """

    needs: Array
    weights: Array
    covered: CoveredHours | None = None

    def summed(self, begins: Sequence[int], months: int) -> "PiecewiseLinear":
        """The sums over terms of so many periods, one from each of these begins."""

        def rows(values: Array, total: Callable[..., Array]) -> Array:
            return np.array([total(values[begin : begin + months], axis=0) for begin in begins])

        covered = self.covered and replace(
            self.covered,
            weights=rows(self.covered.weights, np.sum),
            peaks=rows(self.covered.peaks, np.max),
        )
        return PiecewiseLinear(self.needs, rows(self.weights, np.sum), covered)

    def scaled(self, months: int) -> "PiecewiseLinear":
        """The periods, each extended to so many equal months."""
        covered = self.covered and replace(self.covered, weights=self.covered.weights * months)
        return PiecewiseLinear(self.needs, self.weights * months, covered)

    def usd_without_base(self) -> Array:
        """Cost of every period without a base [USD]."""
        usd = self.weights @ self.needs
        if self.covered is None:
            return usd
        covers = self.covered.fractions(self.covered.peaks)
        return np.asarray(usd + self.covered.weights @ self.needs * covers)

    def usd_by_base(self) -> Array:
        """Cost of every period beyond a base of every size in `needs`: a row a period [USD]."""
        usd = _beyond(self.weights, self.needs)
        if self.covered is None:
            return usd
        hourly = np.maximum(tall(self.covered.peaks) - self.needs, 0.0)
        covers = self.covered.fractions(hourly)
        return np.asarray(usd + _beyond(self.covered.weights, self.needs) * covers)


def cost_by_base(
    hours: Hours,
    hour_usd: Array,
    start_usd: Array,
    cover_fractions: Callable[[Array], Array] | None = None,
) -> PiecewiseLinear:
    """The cost of periods by the size of the base.

    hour_usd, start_usd: of a replica-hour and of a start in every period [USD]; cover_fractions:
    see CoveredHours. Without it nothing needs cover.
    """
    listed = [(hours.on, hours.days * hours.warm * tall(hour_usd))]
    if start_usd.any():
        starts = np.where(hours.stepped > hours.before, hours.days * tall(start_usd), 0.0)
        listed += [(hours.stepped, starts), (hours.before, -starts)]
    periods = len(hour_usd)
    # Cover falls in steps between the needs as well. They matter in a small fleet.
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
        covered = CoveredHours(of_hours, hours.on.max(axis=1), cover_fractions)
    return PiecewiseLinear(needs, summed(values.shape[1]), covered)


def _beyond(weights: Array, needs: Array) -> Array:
    """The sum of w · max(0, n − b) of every row, for b at every need."""
    beyond = weights[:, ::-1].cumsum(axis=1)[:, ::-1]
    by_the_hour = (weights * needs)[:, ::-1].cumsum(axis=1)[:, ::-1] - needs * beyond
    return np.asarray(by_the_hour)


def _ranked(values: Array) -> tuple[Array, NDArray[np.intp]]:
    """The distinct values in ascending order, and the index of each value among them."""
    if values.max() > COUNTED_REPLICAS:
        needs, places = np.unique(values, return_inverse=True)
        return needs, places.reshape(values.shape)
    counts = values.astype(np.intp)  # whole numbers need no sorting
    occurs = np.zeros(counts.max() + 1, bool)
    occurs[counts] = True
    return np.flatnonzero(occurs).astype(float), (occurs.cumsum() - 1)[counts]


def best_levels(costs: PiecewiseLinear, committed_usd: Array) -> tuple[list[int], Array]:
    """The cheapest base of every period, and the cost of the period with it [USD].

    committed_usd: cost of one replica for a whole period. Of equal bases the smallest is taken.
    """
    usd = costs.usd_by_base() + costs.needs * tall(committed_usd)
    at = usd.argmin(axis=1)
    return costs.needs[at].astype(int).tolist(), usd[np.arange(len(at)), at]


def best_commitments(
    costs: PiecewiseLinear,
    offers: Sequence[Offer],
    month_hours: Array,
    *,
    months: int,
    late_hours: float = 0.0,
) -> list[Commitment]:
    """The commitments with the least cost over `months`, which are the periods of `costs`.

    Each decision takes a term of any offer, or a year by the hour. The next decision follows when
    that ends. The result is exact over these choices, since no two terms share a month.
    month_hours: hours of each month, continued beyond the last. A term is paid to its end.
    late_hours: by which terms that reach the last month end later than a month does.
    """
    begins = range(0, months, DECISION_MONTHS)
    by_the_hour = costs.summed(begins, DECISION_MONTHS).usd_without_base()
    choices = {
        begin: [Choice(min(DECISION_MONTHS, months - begin), by_the_hour[at : at + 1], [0])]
        for at, begin in enumerate(begins)
    }
    for offer in offers:
        paid = np.array(
            [
                committed_usd(
                    offer,
                    month_hours,
                    begin,
                    late_hours=late_hours if begin + offer.months >= months else 0.0,
                )
                for begin in begins
            ]
        )
        replicas, usd = best_levels(costs.summed(begins, offer.months), paid)
        for at, begin in enumerate(begins):
            length = min(offer.months, months - begin)
            choices[begin].append(Choice(length, usd[at : at + 1], replicas[at : at + 1], offer))
    (taken,) = cheapest(choices, months)
    return [
        Commitment(choice.offer, begin, replicas)
        for begin, choice, replicas in taken
        if choice.offer is not None and replicas
    ]


def cheapest(
    choices: Mapping[int, Sequence[Choice]], months: int
) -> list[list[tuple[int, Choice, int]]]:
    """The consecutive choices with the least cost over so many months, for every load.

    choices: by the month that they begin in. Each is returned with that month and its base.
    """
    loads = len(choices[0][0].usd)
    least, taken = {months: np.zeros(loads)}, {}
    for begin in sorted(choices, reverse=True):
        usd = np.array([one.usd + least[begin + one.months] for one in choices[begin]])
        taken[begin] = usd.argmin(axis=0).tolist()
        least[begin] = usd.min(axis=0)
    return [list(_followed(choices, taken, load, months)) for load in range(loads)]


def _followed(
    choices: Mapping[int, Sequence[Choice]],
    taken: Mapping[int, Sequence[int]],
    load: int,
    months: int,
) -> Iterator[tuple[int, Choice, int]]:
    """The choices that are taken for a load, one after the other."""
    begin = 0
    while begin < months:
        choice = choices[begin][taken[begin][load]]
        yield begin, choice, choice.base[load]
        begin += choice.months


def committed_usd(
    offer: Offer, month_hours: Array, first: int, *, late_hours: float = 0.0
) -> float:
    """Cost of one replica for a whole term that begins in a month [USD]."""
    hours = month_hours[first : first + offer.months].sum()
    return float(offer.usd_per_replica_hour[first] * (hours + late_hours))
