"""Hours: what every hour of every period needs, and how much of it the base takes.

A period is a month of a service, a load on a curve or a month of a draw: anything with a load,
a calendar and a replica. Inside, there is a row for each period and a column for each kind of
hour of a week; one number a period comes out. The same formulas, whatever the period is.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.fleet.traffic import Week
from pricing.formulas import capacity, erlang
from pricing.numerics.columns import Array, Columns, tall
from pricing.units import SECONDS_PER_HOUR

P50, P99 = 0.5, 0.99

TINY = 1e-12


class Hours(Struct, frozen=True, eq=False):
    """Every kind of hour of every period: a row a period, a column (or one for all) a kind.

    days: how often the hour comes; load: requests per second; on: replicas that serve while
    the pool is on; warm: the share of the time that it is [fraction]; running: replicas in the
    mean of both; redundant: those of `running` beyond the need; stepped, before: what is started
    in the hour is their difference.
    """

    days: Array
    load: Array
    on: Array
    warm: Array
    running: Array
    redundant: Array
    stepped: Array
    before: Array

    def of(self, first: int, last: int) -> "Hours":
        """Those of the periods `first` to `last` (exclusive)."""
        return Hours(*(getattr(self, name)[first:last] for name in self.__struct_fields__))

    def at(self, places: Sequence[int]) -> "Hours":
        """Those of these periods, in this order."""
        return Hours(*(getattr(self, name)[places] for name in self.__struct_fields__))

    def sum(self, values: Array) -> Array:
        """Of each period, the sum over its hours, as often as they come."""
        return np.asarray(np.einsum("ij,ij->i", self.days, values))


def hours_of(periods: Columns, week: Week) -> Hours:
    """What every hour of the periods needs.

    periods: by column. rate: mean requests per second of a week; weekdays, weekend_days: in the
    period [days]; served: requests per second of a replica at full use; target: the share of it
    that is planned to be used [fraction]; floor: the fewest replicas, redundancy apart; redundant:
    replicas beyond the need [count]; fixed: 1 where the busiest hour decides for all; to_zero: 1
    where an idle pool is switched off, else 0; idle_seconds: without a request, until it is;
    startup_seconds: from starting a replica until it serves [seconds]; concurrency: requests that
    a replica runs at once [count].
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
    # The first replica's start is in the share of the time that the pool is on.
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
    """The load that decides: the hour's own, or that of the busiest."""
    if not periods["fixed"].any():
        return load
    busiest = tall(periods["rate"]) * week.peak_ratio
    return np.where(tall(periods["fixed"]) > 0.0, busiest, load)


def idle_seconds(periods: Columns) -> Array:
    """From the arrival of the last request until the pool is switched off: it is served first."""
    return periods["idle_seconds"] + periods["concurrency"] / periods["served"]


def needs(hours: Hours) -> Columns:
    """What every period needs, whoever provides it."""
    return {
        "running_hours": hours.sum(hours.running),
        "redundant_hours": hours.sum(hours.redundant),
        "requests": hours.sum(hours.load) * SECONDS_PER_HOUR,
        "replicas": hours.on.max(axis=1),
    }


def shares(hours: Hours, periods: Columns) -> Columns:
    """What a base takes of every period's hours, and what it leaves to be bought by the hour.

    periods: with their `base`, in replicas, and whether it is `owned`. Returns the
    replica-hours that the base serves, the redundant ones bought by the hour, the starts beyond
    the base, and the replica-hours' worth of requests that an owned base serves at full use.
    """
    level, none = tall(periods["base"]), np.zeros(len(periods["base"]))
    # A pool that is off half of the time uses no more than half of its base.
    of_base = np.minimum(hours.on, level)
    on_base = of_base * hours.warm
    starts = base_work_hours = none
    if periods["startup_seconds"].any():
        started = np.maximum(hours.stepped, level) - np.maximum(hours.before, level)
        starts = hours.sum(np.maximum(started, 0.0))
    if periods["owned"].any():
        work = hours.load * of_base / np.maximum(hours.on, 1.0)
        base_work_hours = hours.sum(work) / periods["served"]
    return {
        "base_hours": hours.sum(on_base),
        "redundant_burst_hours": hours.sum(np.minimum(hours.redundant, hours.running - on_base)),
        "starts": starts,
        "base_work_hours": base_work_hours,
    }


def waits(hours: Hours, periods: Columns) -> Columns:
    """How long requests wait, period by period: for a place, and for cold starts.

    Of the quantiles, that of the worst hour of the period.
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
                    seconds,
                    erlang.cold_wait_quantile_seconds(**start, quantile_fraction=quantile),
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
