"""Commitments month by month: what they serve, what they cost, and what is paid upfront."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.fleet.arrays import Columns
from pricing.fleet.calendar import TermCalendar
from pricing.fleet.purchases.price_path import Instances, PricePath
from pricing.formulas.capacity import WHOLE
from pricing.numerics.number import Array

COMMITTED = ("committed_usd", "beyond_usd", "base_unused_usd", "committed_capital_usd")
"""Columns of commitments that are in proportion to their prices."""

LEAST_USD = 1e-9
"""A rise of dollars that is one of rounding, over what is asked for."""

MOST_SIZES = 128
"""Most sizes of a base that a caller may write which are looked at."""

PREPAID = ("upfront_usd", "amortised_usd")
"""What is paid when terms begin, by the month of the payment and by the months that it is for."""


class Offer(Struct, frozen=True, eq=False):
    """A reserved option: its term, and the price of a replica-hour by the month it begins in.

    instances: that are paid for as a whole; device_count: of a replica; path: the price, None for
    one of a test; upfront_fraction: of the price that is paid when the term begins; capital_ratio:
    what that costs in capital, over the price; shadow_usd: what a replica counts more than it
    costs, by the month its term begins in; is_spend: whether dollars are committed, which pay for
    parts of instances.
    """

    option: str
    months: int
    usd_per_replica_hour: Array
    instances: Instances = Instances(1.0, 1.0)
    device_count: int = 1
    path: PricePath | None = None
    upfront_fraction: float = 0.0
    capital_ratio: float = 0.0
    shadow_usd: Array | None = None
    is_spend: bool = False

    @property
    def unit(self) -> int:
        """Replicas of an instance."""
        return int(self.instances.replicas)

    def unused_ratio(self, replicas: float) -> float:
        """Devices that the instances of so many replicas leave unused, over those of these."""
        if not replicas or self.is_spend:
            return 0.0
        instances = np.ceil(replicas / self.instances.replicas - WHOLE)
        held = instances * self.instances.devices / (replicas * self.device_count)
        return float(max(held - 1.0, 0.0))


class Commitment(Struct, frozen=True, eq=False):
    """Replicas that are committed from month `first` on, for the term of an offer.

    Dollars an hour are as many replicas as they pay for, perhaps a part of one.
    """

    offer: Offer
    first: int
    replicas: float


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
