"""Commitments: how large a base is worth paying for, used or not, and for which terms.

Bought by the hour, a replica beyond the base costs max(0, n − b) in every hour that needs n: a
sum of hinges in b. A committed one costs the same in every hour of its term. Between the needs
that occur the sum is straight, so the best base is among them, and one sorted pass over the
hinges of a term gives the cost of every candidate.
"""

from collections.abc import Sequence
from math import fsum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.quotes.lifetime.arrays import Array, tall
from pricing.quotes.lifetime.hours import Hours

DECISION_MONTHS = 12
"""Without a commitment, the next is looked at after as many months."""

COUNTED_REPLICAS = 1 << 20
"""Needs up to which each whole number has a place of its own; curves reach far beyond."""


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


class Hinges(Struct, frozen=True, eq=False):
    """The hours of every period as hinges w · max(0, n − b).

    needs: every n that occurs, ascending, from 0 on; weights: w by period and need, summed over
    the hours. A start beyond the base is the difference of two hinges. A pool that is switched
    off part of the time needs its replicas in the rest of it.
    """

    needs: Array
    weights: Array


def hinges_of(hours: Hours, hour_usd: Array, start_usd: Array) -> Hinges:
    """The hinges of periods in which a replica-hour and a start cost this much [USD]."""
    listed = [(hours.on, hours.days * hours.warm * tall(hour_usd))]
    if start_usd.any():
        starts = np.where(hours.stepped > hours.before, hours.days * tall(start_usd), 0.0)
        listed += [(hours.stepped, starts), (hours.before, -starts)]
    periods = len(hour_usd)
    values = np.concatenate([np.zeros((periods, 1)), *(value for value, _ in listed)], axis=1)
    weights = np.concatenate([np.zeros((periods, 1)), *(weight for _, weight in listed)], axis=1)
    needs, places = _ranked(values)
    cells = places + len(needs) * np.arange(periods)[:, np.newaxis]
    summed = np.bincount(cells.ravel(), weights.ravel(), minlength=periods * len(needs))
    return Hinges(needs, summed.astype(float).reshape(periods, len(needs)))


def _ranked(values: Array) -> tuple[Array, NDArray[np.intp]]:
    """The values that occur, ascending, and the place of each among them."""
    if values.max() > COUNTED_REPLICAS:
        needs, places = np.unique(values, return_inverse=True)
        return needs, places.reshape(values.shape)
    whole = values.astype(np.intp)  # whole replicas need no sorting
    occurs = np.zeros(whole.max() + 1, bool)
    occurs[whole] = True
    return np.flatnonzero(occurs).astype(float), (occurs.cumsum() - 1)[whole]


def best_levels(
    needs: Array, weights: Array, committed_usd: Array
) -> tuple[list[int], list[float]]:
    """The base that makes each row of hinges cheapest, and what the row costs with it [USD].

    committed_usd: what one replica costs for the whole of a row. Of equals, the smallest.
    """
    beyond = weights[:, ::-1].cumsum(axis=1)[:, ::-1]
    by_the_hour = (weights * needs)[:, ::-1].cumsum(axis=1)[:, ::-1] - needs * beyond
    usd = by_the_hour + needs * tall(committed_usd)
    at = usd.argmin(axis=1)
    return needs[at].astype(int).tolist(), usd[np.arange(len(at)), at].tolist()


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
    by_the_hour = (hinges.weights * hinges.needs).sum(axis=1).tolist()
    choices: dict[int, list[tuple[float, int, int, int]]] = {begin: [] for begin in begins}
    for begin in begins:
        end = min(begin + DECISION_MONTHS, months)
        choices[begin].append((fsum(by_the_hour[begin:end]), end, -1, 0))
    for index, offer in enumerate(offers):
        paid = np.array([committed_usd(offer, month_hours, begin) for begin in begins])
        rows = np.array(
            [hinges.weights[begin : begin + offer.months].sum(axis=0) for begin in begins]
        )
        levels = best_levels(hinges.needs, rows, paid)
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
