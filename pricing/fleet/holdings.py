"""Committed and owned replicas of a service, month by month for each of its stages."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.fleet.arrays import Array, Columns
from pricing.fleet.calendar import Calendar
from pricing.fleet.hours import Hours
from pricing.fleet.purchases.assets import PRICED, OwnershipCosts, ownership_costs
from pricing.fleet.purchases.base_plan import (
    SMALL_FLEET_REPLICAS,
    Commitment,
    Offer,
    PiecewiseLinear,
    best_commitments,
    cost_by_base,
)
from pricing.fleet.purchases.price_path import Market, PricePath
from pricing.fleet.purchases.sourcing import TERM_MONTHS
from pricing.fleet.service import Service, Stage
from pricing.units import SECONDS_PER_HOUR

COVERED_REPLICAS = np.concatenate(
    [
        np.arange(1.0, SMALL_FLEET_REPLICAS),
        np.ceil(np.geomspace(SMALL_FLEET_REPLICAS, 1e9, 128)),
    ]
)
"""Counts of spot replicas whose cover is computed when a base is sized. Cover between two counts is
interpolated linearly."""


HELD = (
    "committed_usd",
    "beyond_usd",
    "cover_fraction",
    *PRICED,
    "hosting_usd",
    "ownership_paid_usd",
    "ownership_returned_usd",
)
"""Columns of committed and owned replicas. They are zero where nothing is held."""


class Holdings(Struct, frozen=True, eq=False):
    """Committed or owned replicas of a stage.

    columns: by month, see held; commitments: their terms; ownership: set if replicas are owned.
    """

    columns: Columns
    commitments: tuple[Commitment, ...] = ()
    ownership: OwnershipCosts | None = None


def held(base: Sequence[int] | Array, **columns: Sequence[float] | Array) -> Columns:
    """The columns of replicas that are committed or owned in every period.

    base: number of these replicas. Other columns are HELD, zero by default: committed_usd: hourly
    price of one; beyond_usd: cost of terms after the end of the stage, charged in its last month;
    cover_fraction: cover replicas for spot over the spot replicas that the load needs; see also
    OwnershipCosts.
    """
    given = {name: np.asarray(column, float) for name, column in columns.items()}
    return {"base": np.asarray(base, float), **dict.fromkeys(HELD, np.zeros(len(base))), **given}


def offers_of(stage: Stage) -> tuple[Offer, ...]:
    """The reserved options of a stage, at the prices of its months."""
    return tuple(
        Offer(
            path.option,
            TERM_MONTHS[path.option],
            path.usd_per_device_hour[stage.first : stage.last] * stage.fleet.device_count,
        )
        for path in stage.sourcing.committed
    )


def holdings_of(
    service: Service,
    stage: Stage,
    market: Market,
    calendar: Calendar,
    hours: Hours,
    peaks: Sequence[float],
) -> Holdings:
    """The replicas that a stage commits or owns.

    calendar: the months of the horizon and those after it; hours, peaks: hourly needs and highest
    need of the months of the stage.
    """
    sourcing, months = stage.sourcing, stage.last - stage.first
    if sourcing.asset is not None:
        size = sourcing.base_replicas
        ownership = ownership_costs(
            sourcing.asset,
            [int(peak) for peak in peaks] if size is None else [size] * months,
            market.ratios,
            offset=stage.first,
            fractions=calendar.fractions[stage.first : stage.last],
            ends_horizon=stage.last == len(market.spans),
        )
        covers = _covers(service, stage, peaks, ownership.replicas)
        columns = held(ownership.replicas, cover_fraction=covers, **ownership.columns)
        return Holdings(columns, ownership=ownership)
    offers = offers_of(stage)
    following, late_hours = terms_after(calendar, stage)
    commitments: Sequence[Commitment] = ()
    if offers and (sourcing.covers or sourcing.base_replicas is not None):
        commitments = _renewed(offers[0], peaks, sourcing.base_replicas)
    elif offers:
        costs = hourly_cost_by_base(service, stage, hours, np.arange(stage.first, stage.last))
        commitments = best_commitments(
            costs, offers, following, months=months, late_hours=late_hours
        )
    base, usd, beyond = [0] * months, [0.0] * months, [0.0] * months
    for commitment in commitments:
        first, last = commitment.first, commitment.first + commitment.offer.months
        price = float(commitment.offer.usd_per_replica_hour[first])
        for month in range(first, min(last, months)):
            base[month] = commitment.replicas
            usd[month] = price
        if last >= months:
            hours_left = float(following[months:last].sum()) + late_hours
            beyond[-1] += commitment.replicas * price * hours_left
    covers = _covers(service, stage, peaks, base)
    columns = held(base, committed_usd=usd, beyond_usd=beyond, cover_fraction=covers)
    return Holdings(columns, tuple(commitments))


def terms_after(calendar: Calendar, stage: Stage) -> tuple[Array, float]:
    """The hours of the months of a stage and of those after it, and how late its terms end.

    Terms of a service that starts within a month end within one too: so many hours later than the
    month before it does.
    """
    return calendar.hours[stage.first :], calendar.late_hours if stage.first == 0 else 0.0


def first_committed(stage: Stage, holdings: Holdings, *, at_once: bool = False) -> PricePath | None:
    """The price path of the first term of a stage, None where nothing is committed.

    at_once: only if the term begins with the stage.
    """
    if not holdings.commitments or (at_once and holdings.commitments[0].first > 0):
        return None
    return stage.sourcing.committed_path(holdings.commitments[0].offer.option)


def _renewed(offer: Offer, peaks: Sequence[float], replicas: int | None) -> list[Commitment]:
    """Consecutive terms of one offer, of the given size or large enough for the peak."""
    return [
        Commitment(
            offer,
            begin,
            int(max(peaks[begin : begin + offer.months])) if replicas is None else replicas,
        )
        for begin in range(0, len(peaks), offer.months)
    ]


def _covers(
    service: Service, stage: Stage, peaks: Sequence[float], base: Sequence[int]
) -> tuple[float, ...]:
    """The cover fraction of every month: that of the month with the most spot replicas."""
    beyond = max(peak - committed for peak, committed in zip(peaks, base, strict=True))
    return (cover_fraction_of(service, stage, beyond),) * len(peaks)


def cover_fraction_of(service: Service, stage: Stage, peak: float) -> float:
    """Cover replicas over the spot replicas that the peak needs."""
    if stage.spot is None or peak <= 0.0:
        return 0.0
    given = service.scaling.spot_cover_replicas
    return (stage.spot.cover(int(peak)) if given is None else given) / peak


def hourly_cost_by_base(
    service: Service, stage: Stage, hours: Hours, months: NDArray[np.intp]
) -> PiecewiseLinear:
    """The cost of periods by the size of the base, at the hourly prices of `months`."""
    path = stage.sourcing.hourly
    prices = np.zeros(len(months))
    if path is not None:
        prices = path.usd_per_device_hour[months] * stage.fleet.device_count
    start_hours = service.scaling.startup_seconds / SECONDS_PER_HOUR
    covers = None if stage.spot is None else partial(_cover_fractions, service, stage)
    return cost_by_base(hours, prices, prices * start_hours, covers)


def _cover_fractions(service: Service, stage: Stage, replicas: Array) -> Array:
    """cover_fraction_of for many counts, interpolated between those of COVERED_REPLICAS."""
    most = np.searchsorted(COVERED_REPLICAS, replicas.max()) + 1
    counts = COVERED_REPLICAS[:most]
    covers = [count * cover_fraction_of(service, stage, count) for count in counts.tolist()]
    on_spot = np.maximum(replicas, 1.0)
    return np.where(replicas > 0.0, np.interp(on_spot, counts, covers) / on_spot, 0.0)
