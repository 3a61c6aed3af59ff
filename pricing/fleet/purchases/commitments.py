"""Commitments month by month: what they serve, what they cost, and what is paid upfront."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from pricing.fleet.arrays import Columns
from pricing.fleet.calendar import TermCalendar
from pricing.fleet.purchases.ladder import Commitment, Offer
from pricing.numerics.number import Array

COMMITTED = ("committed_usd", "beyond_usd", "base_unused_usd", "committed_capital_usd")
"""Columns of commitments that are in proportion to their prices."""

LEAST_USD = 1e-9
"""A rise of dollars that is one of rounding, over what is asked for."""

MOST_SIZES = 128
"""Most sizes of a base that a caller may write which are looked at."""

PREPAID = ("upfront_usd", "amortised_usd")
"""What is paid when terms begin, by the month of the payment and by the months that it is for."""


def usd_per_hour(one: Commitment) -> float:
    """What a commitment costs an hour, with what its instances leave unused [USD]."""
    price = float(one.offer.usd_per_replica_hour[one.first])
    return price * one.replicas * (1.0 + one.offer.unused_ratio(one.replicas))


def hours_after(one: Commitment, terms: TermCalendar) -> float:
    """Hours of a commitment after the months in which commitments serve."""
    last = one.first + one.offer.months
    if last < terms.months:
        return 0.0
    return float(terms.hours[terms.months : last].sum()) + terms.late_hours


def later_usd(commitments: Sequence[Commitment], by_commitment: Array) -> float:
    """What commitments cost after their months, with what that costs in capital [USD].

    by_commitment: the columns COMMITTED.
    """
    beyond = by_commitment[COMMITTED.index("beyond_usd")].sum(axis=-1)
    ratios = [
        (1.0 + one.offer.unused_ratio(one.replicas)) * (1.0 + one.offer.capital_ratio)
        for one in commitments
    ]
    return float(beyond @ np.array(ratios))


def by_commitment_of(commitments: Sequence[Commitment], terms: TermCalendar) -> tuple[Array, Array]:
    """Committed replicas of every month, and the columns COMMITTED by commitment and month."""
    months = terms.months
    replicas = np.zeros((len(commitments), months))
    for row, one in zip(replicas, commitments, strict=True):
        row[one.first : one.first + one.offer.months] = one.replicas
    base = replicas.sum(axis=0)
    usd, beyond, unused, capital = by_commitment = np.zeros(
        (len(COMMITTED), len(commitments), months)
    )
    shares = replicas / np.where(base > 0.0, base, 1.0)
    for at, one in enumerate(commitments):
        price = float(one.offer.usd_per_replica_hour[one.first])
        usd[at] = shares[at] * price
        beyond[at, -1] = one.replicas * price * hours_after(one, terms)
        paid = replicas[at] * terms.hours[:months] * price + beyond[at]
        unused[at] = one.offer.unused_ratio(one.replicas) * paid
        capital[at] = one.offer.capital_ratio * (paid + unused[at])
    return base, by_commitment


def prepaid(
    commitments: Sequence[Commitment], base: Array, by_commitment: Array, terms: TermCalendar
) -> Columns:
    """The columns PREPAID of commitments."""
    upfront, amortised = np.zeros((2, terms.months))
    usd, beyond, unused, _ = by_commitment
    for at, one in enumerate(commitments):
        charged = usd[at] * base * terms.hours[: terms.months] + beyond[at] + unused[at]
        amortised += one.offer.upfront_fraction * charged
        upfront[one.first] += one.offer.upfront_fraction * float(charged.sum())
    return dict(zip(PREPAID, (upfront, amortised), strict=True))


def renewed(offer: Offer, peaks: Sequence[float], replicas: int | None) -> list[Commitment]:
    """Consecutive terms of one offer, of the given size or large enough for the peak."""
    return [
        Commitment(
            offer,
            begin,
            int(max(peaks[begin : begin + offer.months])) if replicas is None else replicas,
        )
        for begin in range(0, len(peaks), offer.months)
    ]


def of_dollars(
    offer: Offer, usd_by_month: Sequence[float], own: tuple[int, int], shared: tuple[int, int]
) -> list[Commitment]:
    """The terms of dollars an hour that serve in a stage.

    A term begins where a month asks for more than runs. usd_by_month: of the horizon; own: first
    and last month (exclusive) of the stage; shared: of the stages that the dollars pass on to. What
    runs on pays at the price of the offer in the first month of the stage.
    """
    (first, last), (begin, end) = own, shared
    found, running = [], 0.0
    ended = [0.0] * (end + offer.months)
    for month in range(begin, end):
        running = max(running - ended[month], 0.0)
        more = usd_by_month[month] - running
        if more <= LEAST_USD * usd_by_month[month]:
            continue
        running, over = usd_by_month[month], month + offer.months
        ended[over] = more
        from_month = max(month, first)
        to_month = over if last == end else min(over, last)
        if from_month < min(to_month, last):
            at, months = from_month - first, to_month - from_month
            of_stage = offer if months == offer.months else replace(offer, months=months)
            price = float(offer.usd_per_replica_hour[at])
            found.append(Commitment(of_stage, at, more / price))
    return found
