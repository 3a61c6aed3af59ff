"""Waits of requests in an engine with continuous batching.

A request that finds a free slot waits for the running pass and for earlier prefills. It is then
prefilled, and decodes with all others in flight. Its pace depends on their number. If the batch is
full, the request first waits for a slot. In open loop requests arrive as a Poisson process. In
closed loop a fixed number is always in flight. Lengths have an exponential distribution, and the
results are for a request with the mean lengths. Replicas share arrivals at random.

A simulation of such an engine confirms the means to 10% (tests/unit/pricing/serving/
test_latency.py). If lengths do not vary, waits behind a full batch are about half of these. Waits
for prefills in closed loop and percentiles are in pricing.formulas.waiting.
"""

from pricing.numerics.normal import normal_fraction
from pricing.numerics.number import Number, exp, greatest, least, log, sqrt

LOG_ROOT_TWO_PI = 0.9189385332046727

LEAST_SHARE = 1e-6
"""Replaces a share of zero, in whose limit the number in flight has a Poisson distribution."""


def marginal_load_fraction(
    *, requests_per_second: Number, seconds_per_request: Number, concurrency: Number
) -> Number:
    """Share of the time of a replica that grows with the load.

    q = min(λ · β, n / (1 + n))

    requests_per_second: λ, arrivals at one replica; seconds_per_request: β, time that each further
    request in flight adds to all others [seconds]; concurrency: n, mean requests in flight
    [count]. Returns [fraction]. The bound is that of a replica with fully shared time.
    Source: processor sharing, Kleinrock 1976, Queueing Systems II, section 4.4.

    >>> marginal_load_fraction(requests_per_second=10.0, seconds_per_request=0.05,
    ...     concurrency=4.0)
    0.5
    """
    return least(requests_per_second * seconds_per_request, concurrency / (1.0 + concurrency))


def open_concurrency(
    *, requests_per_second: Number, alone_seconds: Number, marginal_load_fraction: Number
) -> Number:
    """Mean requests in flight at an arrival rate, with slots for all.

    n = λ · T₁ / (1 − q)

    requests_per_second: λ, arrivals; alone_seconds: T₁, time of a request without others in
    flight [seconds]; marginal_load_fraction: q [fraction]. Returns [count].
    Source: Little's law with processor sharing, whose mean depends only on the mean length
    (Cohen 1979, The multiple phase service network with generalized processor sharing).

    >>> open_concurrency(requests_per_second=2.0, alone_seconds=3.0, marginal_load_fraction=0.5)
    12.0
    """
    return requests_per_second * alone_seconds / (1.0 - marginal_load_fraction)


def company_count(*, load_fraction: Number) -> Number:
    """Requests in flight that a request sees, including itself, less their mean number.

    v = (1 + (1 + ρ²) / (1 − ρ)²) / 2

    load_fraction: ρ, share of the time of prefills [fraction]. Returns [count], 1 if prefills take
    no time. Prefills come before decoding steps. Requests that arrive in one busy period of
    prefills thus begin to decode together. Over the life of a request, half of them are still
    there in the mean.
    Source: the size of a busy period of M/M/1 that a request is in, E(X²) / E(X) (Takács 1962), in
    the queue of bunches M^X/M/∞.

    >>> company_count(load_fraction=0.5)
    3.0
    """
    rest = 1.0 - load_fraction
    return (1.0 + (1.0 + load_fraction * load_fraction) / (rest * rest)) / 2.0


def busy_fraction(*, concurrency: Number, marginal_load_fraction: Number) -> Number:
    """Share of the time in which a replica has requests in flight.

    u = 1 − (1 − q)^(n · (1 − q) / q)

    concurrency: n, mean requests in flight [count]; marginal_load_fraction: q [fraction].
    Returns [fraction].
    Source: if the time of a request is a + b·n, the number in flight has a negative binomial
    distribution. It is a birth-death process with the service rate n / (a + b·n).

    >>> round(busy_fraction(concurrency=1.0, marginal_load_fraction=0.5), 6)
    0.5
    """
    share = greatest(marginal_load_fraction, 1e-9)
    return 1.0 - exp(concurrency * (1.0 - share) / share * log(1.0 - share))


def full_batch_fraction(
    *, concurrency: Number, marginal_load_fraction: Number, slots: Number, load_fraction: Number
) -> Number:
    """Probability that a request finds no free slot.

    P = t / (F + t), t = f(B) / (1 − ρ)

    concurrency: n, mean requests in flight with slots for all [count];
    marginal_load_fraction: q [fraction]; slots: B, requests that the batch holds [count];
    load_fraction: ρ, arrivals over the throughput of a full batch [fraction]. Returns [fraction].
    f(B) is the probability of B in flight, from a negative binomial distribution of mean n and
    variance n/(1 − q) (see busy_fraction). F is the probability of fewer, from a gamma distribution
    with the same moments, whose cube root is almost normal. For M/M/B service the result agrees
    with the Erlang C formula to 7% for any B.
    Source: Erlang 1917; Wilson and Hilferty 1931, doi:10.1073/pnas.17.12.684.

    >>> round(full_batch_fraction(concurrency=24.0, marginal_load_fraction=0.2, slots=32.0,
    ...     load_fraction=0.8), 2)
    0.12
    """
    share = greatest(marginal_load_fraction, LEAST_SHARE)
    shape = concurrency * (1.0 - share)
    successes = shape / share
    at_slots = exp(
        _gamma_log(successes + slots)
        - _gamma_log(successes)
        - _gamma_log(slots + 1.0)
        + slots * log(share)
        + successes * log(1.0 - share)
    )
    # A share of a slot, as a replica has of a queue that several share, has none below it.
    fewer = greatest(slots - 0.5, 0.0)
    below = normal_fraction(_root_deviations(fewer / concurrency, shape))
    above = at_slots / (1.0 - load_fraction)
    return above / (below + above)


def slot_wait_seconds(
    *, prefill_seconds: Number, decode_seconds: Number, free_requests_per_second: Number
) -> Number:
    """Mean wait for a slot of requests that find none free.

    W = (1 + c²) / 2 / (μ − λ), c² = (t_p² + t_d²) / (t_p + t_d)²

    prefill_seconds: t_p, decode_seconds: t_d, time that one request takes of a full replica
    [seconds]; free_requests_per_second: μ − λ, throughput of a full batch less the arrivals.
    Returns [seconds]. Input and output vary independently. Their sum varies less than either if
    both take the same time.
    Source: ratio of the means of the M/G/1 queue (Pollaczek and Khinchine) and of M/M/1, after Lee
    and Longton 1959.

    >>> slot_wait_seconds(prefill_seconds=0.1, decode_seconds=0.1, free_requests_per_second=0.5)
    1.5
    """
    service = prefill_seconds + decode_seconds
    variation = (prefill_seconds * prefill_seconds + decode_seconds * decode_seconds) / (
        service * service
    )
    return (1.0 + variation) / 2.0 / free_requests_per_second


def open_queue_seconds(*, prefill_seconds: Number, load_fraction: Number) -> Number:
    """Mean wait of requests that find earlier prefills, with random arrivals.

    m = t_p / (1 − ρ), for a share ρ of the requests

    prefill_seconds: t_p, of one request [seconds]; load_fraction: ρ, share of the time of
    prefills [fraction]. Returns [seconds]. Prefills come before decoding steps.
    Source: M/M/1 queue with vacations, Doshi 1986, doi:10.1007/BF01149327.

    >>> open_queue_seconds(prefill_seconds=0.1, load_fraction=0.5)
    0.2
    """
    return prefill_seconds / (1.0 - load_fraction)


def pass_wait_seconds(
    *, queue_fraction: Number, queue_seconds: Number, step_seconds: Number, busy_fraction: Number
) -> Number:
    """Mean wait for the running pass and for earlier prefills.

    w = u · t_s / 2 + p · m

    queue_fraction: p, probability of earlier prefills [fraction]; queue_seconds: m, mean wait for
    them; step_seconds: t_s, a decoding step [seconds]; busy_fraction: u, probability that a step
    is running [fraction]. Returns [seconds].
    Source: residual time of a step at a random arrival, and the queue behind it (Doshi 1986,
    doi:10.1007/BF01149327).

    >>> pass_wait_seconds(queue_fraction=0.5, queue_seconds=0.2, step_seconds=0.02,
    ...     busy_fraction=1.0)
    0.11
    """
    return busy_fraction * step_seconds / 2.0 + queue_fraction * queue_seconds


def closed_wait_seconds(
    *, demanded: Number, in_flight: Number, requests_per_second: Number
) -> Number:
    """Wait for a place if a fixed number of callers exceeds the number that runs at once.

    W = max(n − m, 0) / λ

    demanded: n, number of callers; in_flight: m, requests that run [count];
    requests_per_second: λ, all finished requests. Returns [seconds].
    Source: Little's law (Little 1961), for the requests that wait.

    >>> closed_wait_seconds(demanded=250.0, in_flight=100.0, requests_per_second=2.0)
    75.0
    """
    return greatest(demanded - in_flight, 0.0) / requests_per_second


def _gamma_log(value: Number) -> Number:
    """Logarithm of the gamma function to 0.0004 (Stirling's series, one step above)."""
    above = value + 1.0
    return (above - 0.5) * log(above) - above + LOG_ROOT_TWO_PI + 1.0 / (12.0 * above) - log(value)


def _root_deviations(ratio: Number, shape: Number) -> Number:
    """Distance of the cube root of a gamma variable from its mean, in standard deviations."""
    third = 1.0 / (9.0 * shape)
    return (ratio ** (1.0 / 3.0) - 1.0 + third) / sqrt(third)
