"""Replicas that a load needs, the gain of a prefix cache, and the effect of preemptions."""

from pricing.numerics.number import Number, ceil, expm1, greatest, least
from pricing.units import SECONDS_PER_HOUR

WHOLE = 1e-9
"""A need above a whole number by less than this is that number, since the excess is rounding. A
need that is itself smaller is a load, and needs a replica."""


PART = 1e-3
"""The digits that tables have of a part of a device: three thirds of one are one."""


def held_devices(*, device_count: Number, instance_device_count: Number) -> Number:
    """Devices of the whole instances that hold some devices.

    h = ⌈n / s⌉ · s

    device_count: n [count]; instance_device_count: s, devices of an instance, below 1 for a part
    of one [count]. Returns [count].
    Source: definition.

    >>> held_devices(device_count=1.0, instance_device_count=8.0)
    8.0
    """
    instances = ceil(device_count / instance_device_count - PART)
    return greatest(instances * instance_device_count, device_count)


def needed_replicas(
    *,
    requests_per_second: Number,
    replica_requests_per_second: Number,
    target_utilization_fraction: Number,
) -> Number:
    """Replicas that carry a load at a target utilisation, without redundancy.

    n = ⌈λ / (X · u)⌉

    requests_per_second: λ [per second]; replica_requests_per_second: X, of one replica at
    full use within the SLO [per second]; target_utilization_fraction: u [fraction].
    Returns [count].
    Source: definition.

    >>> needed_replicas(requests_per_second=10.0, replica_requests_per_second=4.0,
    ...     target_utilization_fraction=0.7)
    4.0
    """
    served = replica_requests_per_second * target_utilization_fraction
    need = requests_per_second / served
    return ceil(need - WHOLE * least(need, 1.0))


def filled_replicas(
    *,
    replicas: Number,
    used_fraction: Number,
    requests_per_second: Number,
    replica_requests_per_second: Number,
) -> Number:
    """Replicas that batch work keeps busy in what a load leaves of them.

    b = max(0, w · n − λ / X)

    replicas: n, paid for [count]; used_fraction: w, of their time, what both use [fraction];
    requests_per_second: λ of the load [per second]; replica_requests_per_second: X, of one replica
    at full use within the SLO [per second]. Returns [count].
    Source: definition.

    >>> filled_replicas(replicas=10.0, used_fraction=0.9, requests_per_second=8.0,
    ...     replica_requests_per_second=2.0)
    5.0
    """
    used = requests_per_second / replica_requests_per_second
    return greatest(0.0, used_fraction * replicas - used)


def missing_fraction(*, preemptions_per_hour: Number, replacement_seconds: Number) -> Number:
    """Share of the time in which a preempted spot replica is not yet replaced.

    q = ρ · D / (1 + ρ · D)

    preemptions_per_hour: ρ, of one replica [per hour]; replacement_seconds: D, until its
    replacement serves [seconds]. Returns [fraction].
    Source: alternating renewal process.

    >>> missing_fraction(preemptions_per_hour=0.5, replacement_seconds=1800.0)
    0.2
    """
    gone = preemptions_per_hour * replacement_seconds / SECONDS_PER_HOUR
    return gone / (1.0 + gone)


def interrupted_fraction(
    *, preemptions_per_hour: Number, service_seconds: Number, notice_seconds: Number
) -> Number:
    """Share of the requests that still run when their replica is preempted.

    f = 1 − e^(−ρ · max(0, S − N))

    preemptions_per_hour: ρ, of one replica [per hour]; service_seconds: S, time that a request
    runs [seconds]; notice_seconds: N, from the notice to the preemption [seconds]. A replica gets
    no requests after the notice. Returns [fraction].
    Source: exponential time between preemptions.

    >>> interrupted_fraction(preemptions_per_hour=1.0, service_seconds=30.0, notice_seconds=120.0)
    0.0
    """
    exposed_seconds = greatest(service_seconds - notice_seconds, 0.0)
    return -expm1(-preemptions_per_hour * exposed_seconds / SECONDS_PER_HOUR)
