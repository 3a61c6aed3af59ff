"""Capacity: how many replicas a load needs, and what interrupted ones leave uncovered."""

from pricing.numerics.number import Number, ceil, expm1, greatest, least
from pricing.units import SECONDS_PER_HOUR

WHOLE = 1e-9
"""A need this little above a whole number is that number: rounding, not load. One that is all so
little is a load, and needs a replica."""


def needed_replicas(
    *,
    requests_per_second: Number,
    replica_requests_per_second: Number,
    target_utilization_fraction: Number,
) -> Number:
    """Replicas that carry a load at a target utilisation, redundancy apart.

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


def cached_speedup_ratio(
    *, prefill_share_fraction: Number, cached_input_fraction: Number
) -> Number:
    """How much more a replica serves where part of the input is found in its prefix cache.

    r = 1 / (1 − x · h)

    prefill_share_fraction: x, the prefill's share of the time of a request [fraction];
    cached_input_fraction: h, share of the input tokens whose prefill is spared [fraction].
    Returns [ratio]. The cache itself is in memory as before.
    Source: time-proportional allocation; Amdahl 1967.

    >>> cached_speedup_ratio(prefill_share_fraction=0.5, cached_input_fraction=0.4)
    1.25
    """
    return 1.0 / (1.0 - prefill_share_fraction * cached_input_fraction)


def missing_fraction(*, preemptions_per_hour: Number, replacement_seconds: Number) -> Number:
    """Share of the time that a spot replica is gone and not yet replaced.

    q = ρ · D / (1 + ρ · D)

    preemptions_per_hour: ρ, of one replica [per hour]; replacement_seconds: D, until another
    serves in its place [seconds]. Returns [fraction].
    Source: alternating renewal process.

    >>> missing_fraction(preemptions_per_hour=0.5, replacement_seconds=1800.0)
    0.2
    """
    gone = preemptions_per_hour * replacement_seconds / SECONDS_PER_HOUR
    return gone / (1.0 + gone)


def interrupted_fraction(
    *, preemptions_per_hour: Number, service_seconds: Number, notice_seconds: Number
) -> Number:
    """Share of the requests that are still running when their replica is taken away.

    f = 1 − e^(−ρ · max(0, S − N))

    preemptions_per_hour: ρ, of one replica [per hour]; service_seconds: S, that a request
    runs [seconds]; notice_seconds: N, from the notice, after which no request is sent there,
    to the end [seconds]. Returns [fraction].
    Source: exponential time between preemptions.

    >>> interrupted_fraction(preemptions_per_hour=1.0, service_seconds=30.0, notice_seconds=120.0)
    0.0
    """
    exposed_seconds = greatest(service_seconds - notice_seconds, 0.0)
    return -expm1(-preemptions_per_hour * exposed_seconds / SECONDS_PER_HOUR)
