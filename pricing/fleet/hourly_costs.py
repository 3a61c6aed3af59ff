"""The cost of the replicas of a stage that are bought by the hour, beyond a base."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pricing.fleet.hours import Hours, above
from pricing.fleet.purchases.burst_costs import SMALL_FLEET_REPLICAS, BurstCosts, burst_costs
from pricing.fleet.purchases.price_path import Instances
from pricing.fleet.service import Service, Stage
from pricing.numerics.number import Array
from pricing.units import SECONDS_PER_HOUR

COVERED_REPLICAS = np.concatenate(
    [np.arange(1.0, SMALL_FLEET_REPLICAS), np.ceil(np.geomspace(SMALL_FLEET_REPLICAS, 1e9, 128))]
)
"""Counts of spot replicas whose cover is computed when a base is sized. Cover between two counts is
interpolated linearly."""


def by_the_hour(stage: Stage) -> Instances:
    """The instances that replicas by the hour are on."""
    path, count = stage.sourcing.hourly, stage.fleet.device_count
    return path.instances(count) if path else Instances(1.0, float(count))


def cover_fraction_of(service: Service, stage: Stage, peak: float) -> float:
    """Cover replicas over the spot replicas that the peak needs."""
    if stage.spot is None or peak <= 0.0:
        return 0.0
    given = service.scaling.spot_cover_replicas
    return (stage.spot.cover(int(peak)) if given is None else given) / peak


def hourly_cost_by_base(
    service: Service,
    stage: Stage,
    hours: Hours,
    months: NDArray[np.intp],
    *,
    owned: Array | None,
    unit: int = 1,
    most_levels: int | None = None,
) -> BurstCosts:
    """The cost of periods by the size of the base, at the hourly prices of `months`.

    owned: replicas of every period that serve before the base; unit, most_levels: see burst_costs.
    """
    running_hours = None
    if owned is not None:
        running_hours, hours = hours.sum(hours.running), above(hours, owned)
    path = stage.sourcing.hourly
    prices = np.zeros(len(months))
    if path is not None:
        prices = path.usd_per_device_hour[months] * stage.fleet.device_count
    start_hours = service.scaling.startup_seconds / SECONDS_PER_HOUR
    fractions = None if stage.spot is None else CoverFractions(service, stage)
    costs = burst_costs(
        hours,
        prices,
        prices * start_hours,
        unit=unit,
        instances=by_the_hour(stage),
        device_count=stage.fleet.device_count,
        cover_fractions=fractions,
        most_levels=most_levels,
        most_coverage_fraction=stage.sourcing.most_coverage_fraction,
        least_coverage_fraction=stage.sourcing.least_coverage_fraction,
        running_hours=running_hours,
    )
    if fractions is None:
        return costs
    return replace(costs, covers=fractions.up_to(float(costs.peaks.max())))


class CoverFractions:
    """cover_fraction_of for many counts of replicas, each count looked up once.

    exact: counts that it is exact at. Others are between those of COVERED_REPLICAS.
    """

    def __init__(self, service: Service, stage: Stage, exact: Sequence[float] = ()) -> None:
        self._service, self._stage = service, stage
        self._counts = np.union1d(COVERED_REPLICAS, np.maximum(np.array([1.0, *exact]), 1.0))
        self._covers = np.zeros(0)

    def up_to(self, replicas: float) -> Array:
        """Cover replicas of its counts, up to the first one from so many replicas on."""
        known, most = len(self._covers), int(self._counts.searchsorted(replicas)) + 1
        further = [
            count * cover_fraction_of(self._service, self._stage, count)
            for count in self._counts[known:most].tolist()
        ]
        self._covers = np.append(self._covers, further)
        return self._covers

    def __call__(self, replicas: Array) -> Array:
        """Cover replicas over so many spot replicas that the peak needs."""
        self.up_to(float(replicas.max()))
        on_spot = np.maximum(replicas, 1.0)
        covers = np.interp(on_spot, self._counts[: len(self._covers)], self._covers)
        return np.where(replicas > 0.0, covers / on_spot, 0.0)
