"""The replicas that every hour of a period needs, the share of the base, and the waits.

A period is a month of a service, a load on a curve or a month of a Monte Carlo draw. It has a load,
a calendar and a replica. The arrays have a row for each period and a column for each kind of hour
in a week. Functions return one number per period.
"""

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.fleet.arrays import Columns, tall
from pricing.fleet.traffic import Week
from pricing.formulas import capacity, erlang
from pricing.formulas.capacity import WHOLE
from pricing.numerics.number import Array
from pricing.units import SECONDS_PER_HOUR

P50, P99 = 0.5, 0.99

TINY = 1e-12


class Hours(Struct, frozen=True, eq=False):
    """The kinds of hours of every period: a row for each period, a column for each kind.

    days: how often the hour occurs; load: requests per second; on: replicas that serve while the
    pool is on; warm: share of time that the pool is on [fraction]; running: mean of running
    replicas; redundant: those of `running` beyond the need; stepped, before: their difference is
    the number of replicas that start in the hour.
    """

    days: Array
    load: Array
    on: Array
    warm: Array
    running: Array
    redundant: Array
    stepped: Array
    before: Array

    def sum(self, values: Array) -> Array:
        """The sum over the hours of each period, weighted by how often they occur."""
        return np.asarray(np.einsum("ij,ij->i", self.days, values))


def hours_of(periods: Columns, week: Week) -> Hours:
    """The needs of every hour of the periods.

    Columns of periods: rate: mean requests per second of a week; weekdays, weekend_days: in the
    period [days]; served: requests per second of a replica at full use; target: planned share of
    it [fraction]; floor: fewest replicas without redundancy [count]; redundant: replicas beyond
    the need [count]; fixed: 1 where the busiest hour sizes every hour; to_zero: 1 where an idle
    pool is switched off, else 0; idle_seconds: time without a request until then; startup_seconds:
    from the start of a replica until it serves; concurrency: requests that run at once in a
    replica [count].
    """
    redundant = tall(periods["redundant"])
    load = tall(periods["rate"]) * week.weights
    replicas = capacity.needed_replicas(
        requests_per_second=_planned(periods, load, week),
        replica_requests_per_second=tall(periods["served"]),
        target_utilization_fraction=tall(periods["target"]),
    )
    on = np.maximum(replicas, tall(periods["floor"]))
    on += redundant
    before = on[:, week.before]
    days = (
        tall(periods["weekdays"]) * week.weekday_hours
        + tall(periods["weekend_days"]) * week.weekend_day_hours
    )
    if not periods["to_zero"].any():
        return Hours(days, load, on, np.ones_like(on), on, redundant, on, before)
    switched = tall(periods["to_zero"]) > 0.0
    warm = np.where(
        switched,
        erlang.warm_fraction(
            requests_per_second=load,
            idle_seconds=tall(idle_seconds(periods)),
            startup_seconds=tall(periods["startup_seconds"]),
        ),
        1.0,
    )
    # The share of time that the pool is on includes the start of the first replica.
    first = np.where(switched, 1.0 + redundant, 0.0)
    return Hours(
        days=days,
        load=load,
        on=on,
        warm=warm,
        running=on * warm,
        redundant=redundant * warm,
        stepped=np.maximum(on, first),
        before=np.maximum(before, first),
    )


def _planned(periods: Columns, load: Array, week: Week) -> Array:
    """The load that an hour is sized for: its own, or that of the busiest hour."""
    if not periods["fixed"].any():
        return load
    busiest = tall(periods["rate"]) * week.peak_ratio
    return np.where(tall(periods["fixed"]) > 0.0, busiest, load)


def idle_seconds(periods: Columns) -> Array:
    """Time from the arrival of the last request until the pool is switched off [seconds].

    It includes the time to serve that request.
    """
    return periods["idle_seconds"] + periods["concurrency"] / periods["served"]


def needs(hours: Hours) -> Columns:
    """Replica-hours, requests and peak replicas of every period."""
    return {
        "running_hours": hours.sum(hours.running),
        "redundant_hours": hours.sum(hours.redundant),
        "requests": hours.sum(hours.load) * SECONDS_PER_HOUR,
        "replicas": hours.on.max(axis=1),
    }


def above(hours: Hours, replicas: Array) -> Hours:
    """What is needed beyond so many replicas in every period."""
    level = tall(replicas)
    on, stepped, before = (
        np.maximum(needed - level, 0.0) for needed in (hours.on, hours.stepped, hours.before)
    )
    running = on * hours.warm
    redundant = np.minimum(hours.redundant, running)
    return replace(
        hours, on=on, running=running, redundant=redundant, stepped=stepped, before=before
    )


def shares(hours: Hours, periods: Columns) -> Columns:
    """The part of every period that the base serves, and the part bought by the hour.

    periods: with the columns `base`, `owned` [replicas], and those of the instances that replicas
    are on. Owned replicas serve first, and committed ones next. Returns replica-hours of the base,
    and of what is owned of it; redundant replica-hours bought by the hour, and owned; starts beyond
    the base; the full-use replica-hours of requests that owned replicas serve; and the device-hours
    of instances by the hour that no replica uses.
    """
    level, none = tall(periods["base"]), np.zeros(len(periods["base"]))
    # A pool that is off half of the time uses at most half of its base.
    of_base = np.minimum(hours.on, level)
    on_base = of_base * hours.warm
    starts = base_work_hours = owned_hours = redundant_owned_hours = none
    redundant_burst_hours = unused_hours = none
    if hours.redundant.any():
        rented = np.minimum(hours.redundant, hours.running - on_base)
        redundant_burst_hours = hours.sum(rented)
    held, needed = (periods[f"burst_instance_{name}"] for name in ("devices", "replicas"))
    if (needed > 1.0).any() or (held > periods["devices"]).any():
        # a replica that dollars pay for in part is on an instance all the same
        unused = _unused_devices(hours.on - np.floor(of_base + WHOLE), periods)
        unused_hours = hours.sum(unused * hours.warm)
    if periods["startup_seconds"].any():
        started = np.maximum(hours.stepped, level) - np.maximum(hours.before, level)
        starts = hours.sum(np.maximum(started, 0.0))
    if periods["owned"].any():
        of_owned = np.minimum(hours.on, tall(periods["owned"]))
        on_owned = of_owned * hours.warm
        owned_hours = hours.sum(on_owned)
        redundant_rented = np.minimum(hours.redundant, hours.running - on_owned)
        redundant_owned_hours = hours.sum(hours.redundant - redundant_rented)
        work = hours.load * of_owned / np.maximum(hours.on, 1.0)
        base_work_hours = hours.sum(work) / periods["served"]
    return {
        "base_hours": hours.sum(on_base),
        "owned_hours": owned_hours,
        "redundant_burst_hours": redundant_burst_hours,
        "redundant_owned_hours": redundant_owned_hours,
        "starts": starts,
        "base_work_hours": base_work_hours,
        "burst_unused_device_hours": unused_hours,
    }


def _unused_devices(replicas: Array, periods: Columns) -> Array:
    """Devices of instances by the hour that hold some replicas, beyond those of the replicas."""
    holding = np.maximum(tall(periods["burst_instance_replicas"]), 1.0)
    instances = np.ceil(replicas / holding - WHOLE)
    held = instances * tall(periods["burst_instance_devices"])
    return np.maximum(held - replicas * tall(periods["devices"]), 0.0)


def waits(hours: Hours, periods: Columns) -> Columns:
    """Waits of requests in every period: for a free place, and for cold starts.

    The quantiles are those of the worst hour of the period.
    """
    running = np.maximum(hours.on, 1.0)
    service_seconds = tall(periods["concurrency"] / periods["served"])
    servers = running * tall(periods["concurrency"])
    load_fraction = hours.load / (running * tall(periods["served"]))
    waiting_fraction = erlang.waiting_fraction(servers=servers, load_fraction=load_fraction)
    place = {
        "waiting_fraction": waiting_fraction,
        "servers": servers,
        "load_fraction": load_fraction,
        "service_seconds": service_seconds,
    }
    p50, p99 = (
        erlang.wait_quantile_seconds(**place, quantile_fraction=quantile) for quantile in (P50, P99)
    )
    cold, cold_seconds = np.zeros_like(hours.load), np.zeros_like(hours.load)
    if periods["to_zero"].any():
        switched = tall(periods["to_zero"]) > 0.0
        start = {
            "requests_per_second": np.maximum(hours.load, TINY),
            "idle_seconds": tall(idle_seconds(periods)),
            "startup_seconds": tall(periods["startup_seconds"]),
        }
        cold = np.where(switched, erlang.cold_request_fraction(**start), 0.0)
        cold_seconds = np.where(switched, erlang.cold_mean_wait_seconds(**start), 0.0)
        p50, p99 = (
            np.where(
                switched,
                np.maximum(
                    seconds, erlang.cold_wait_quantile_seconds(**start, quantile_fraction=quantile)
                ),
                seconds,
            )
            for seconds, quantile in ((p50, P50), (p99, P99))
        )
    asked = hours.load > 0.0
    requests = hours.load * SECONDS_PER_HOUR
    return {
        "wait_p50_seconds": np.where(asked, p50, 0.0).max(axis=1),
        "wait_p99_seconds": np.where(asked, p99, 0.0).max(axis=1),
        "waited_seconds": hours.sum(requests * (erlang.mean_wait_seconds(**place) + cold_seconds)),
        "cold_requests": hours.sum(requests * cold),
    }
