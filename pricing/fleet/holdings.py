"""Holdings: what a service commits or owns in every month, stage by stage."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.fleet.assets import Books, keep_books
from pricing.fleet.base_plan import (
    SMALL_FLEET_REPLICAS,
    Commitment,
    Hinges,
    Offer,
    best_commitments,
    hinges_of,
)
from pricing.fleet.hours import Hours
from pricing.fleet.price_path import Course, Market
from pricing.fleet.service import Service, Stage
from pricing.fleet.sourcing import TERM_MONTHS
from pricing.numerics.columns import Array
from pricing.units import SECONDS_PER_HOUR

COVERED_REPLICAS = np.concatenate(
    [
        np.arange(1.0, SMALL_FLEET_REPLICAS),
        np.ceil(np.geomspace(SMALL_FLEET_REPLICAS, 1e9, 128)),
    ]
)
"""Counts on spot whose cover is looked up when a base is sized; between them, it is taken to rise
evenly."""


class Held(Struct, frozen=True, eq=False):
    """What a stage has of its own in each of its months.

    base: replicas committed or owned; committed_usd: of one of them, an hour; beyond_usd: of
    terms that outlast the stage, charged in its last month; cover_fractions: spot replicas that
    stand in for preempted ones, over those that the load needs beyond the base.
    """

    base: tuple[int, ...]
    committed_usd: tuple[float, ...]
    beyond_usd: tuple[float, ...]
    cover_fractions: tuple[float, ...]
    commitments: tuple[Commitment, ...] = ()
    offers: tuple[Offer, ...] = ()
    books: Books | None = None


def held_of(
    service: Service,
    stage: Stage,
    market: Market,
    month_hours: Array,
    hours: Hours,
    peaks: Sequence[float],
) -> Held:
    """What a stage commits or owns.

    month_hours: of the horizon's months and those after it; hours, peaks: of the stage's
    months, what they need.
    """
    months = stage.last - stage.first
    none = (0.0,) * months
    if stage.sourcing.asset is not None:
        own = stage.sourcing.base_replicas
        books = keep_books(
            stage.sourcing.asset,
            [int(peak) for peak in peaks] if own is None else [own] * months,
            market.ratios,
            offset=stage.first,
            to_the_end=stage.last == len(market.spans),
        )
        return Held(books.held, none, none, _covers(service, stage, peaks, books.held), books=books)
    if not stage.sourcing.committed:
        nothing = (0,) * months
        return Held(nothing, none, none, _covers(service, stage, peaks, nothing))
    offers = tuple(
        Offer(
            course.option,
            TERM_MONTHS[course.option],
            course.usd_per_device_hour[stage.first : stage.last] * stage.fleet.device_count,
        )
        for course in stage.sourcing.committed
    )
    following = month_hours[stage.first :]
    if stage.sourcing.covers or stage.sourcing.base_replicas is not None:
        commitments = _renewed(offers[0], peaks, stage.sourcing.base_replicas)
    else:
        hinges = hinges_at(service, stage, hours, np.arange(stage.first, stage.last))
        commitments = best_commitments(hinges, offers, following, months=months)
    return _committed(service, stage, offers, commitments, following, peaks)


def first_committed(stage: Stage, held: Held, *, at_once: bool = False) -> Course | None:
    """What the first term of a stage is bought at; None where it commits nothing.

    at_once: only of a term that begins with the stage.
    """
    if not held.commitments or (at_once and held.commitments[0].first > 0):
        return None
    return stage.sourcing.committed[held.commitments[0].offer]


def _renewed(offer: Offer, peaks: Sequence[float], replicas: int | None) -> list[Commitment]:
    """Term after term of one offer: of a size that is given, or that covers the peak."""
    return [
        Commitment(
            0,
            begin,
            int(max(peaks[begin : begin + offer.months])) if replicas is None else replicas,
        )
        for begin in range(0, len(peaks), offer.months)
    ]


def _committed(
    service: Service,
    stage: Stage,
    offers: tuple[Offer, ...],
    commitments: Sequence[Commitment],
    month_hours: Array,
    peaks: Sequence[float],
) -> Held:
    months = len(peaks)
    base, usd, beyond = [0] * months, [0.0] * months, [0.0] * months
    for commitment in commitments:
        offer = offers[commitment.offer]
        last = commitment.first + offer.months
        price = float(offer.usd_per_replica_hour[commitment.first])
        for month in range(commitment.first, min(last, months)):
            base[month] = commitment.replicas
            usd[month] = price
        beyond[-1] += commitment.replicas * price * float(month_hours[months:last].sum())
    return Held(
        tuple(base),
        tuple(usd),
        tuple(beyond),
        _covers(service, stage, peaks, base),
        commitments=tuple(commitments),
        offers=offers,
    )


def _covers(
    service: Service, stage: Stage, peaks: Sequence[float], base: Sequence[int]
) -> tuple[float, ...]:
    """The cover in every month, as a share of what is on spot: that of the month with the most."""
    beyond = max(peak - held for peak, held in zip(peaks, base, strict=True))
    return (cover_fraction_of(service, stage, beyond),) * len(peaks)


def cover_fraction_of(service: Service, stage: Stage, peak: float) -> float:
    """Spot replicas that stand in for preempted ones, over those that are on spot at the peak."""
    if stage.spot is None or peak <= 0.0:
        return 0.0
    given = service.scaling.spot_cover_replicas
    return (stage.spot.cover(int(peak)) if given is None else given) / peak


def hinges_at(service: Service, stage: Stage, hours: Hours, months: NDArray[np.intp]) -> Hinges:
    """The hours of periods, each at the prices by the hour of a month of the horizon."""
    course = stage.sourcing.hourly
    prices = np.zeros(len(months))
    if course is not None:
        prices = course.usd_per_device_hour[months] * stage.fleet.device_count
    start_hours = service.scaling.startup_seconds / SECONDS_PER_HOUR
    covers = None if stage.spot is None else partial(_cover_fractions, service, stage)
    return hinges_of(hours, prices, prices * start_hours, covers)


def _cover_fractions(service: Service, stage: Stage, replicas: Array) -> Array:
    """cover_fraction_of for many counts: on a straight line between those of COVERED_REPLICAS."""
    most = np.searchsorted(COVERED_REPLICAS, replicas.max()) + 1
    counts = COVERED_REPLICAS[:most]
    covers = [count * cover_fraction_of(service, stage, count) for count in counts.tolist()]
    on_spot = np.maximum(replicas, 1.0)
    return np.where(replicas > 0.0, np.interp(on_spot, counts, covers) / on_spot, 0.0)
