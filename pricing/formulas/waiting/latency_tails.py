"""99th percentiles of latency with queueing.

Simulations confirm them to 35% (tests/unit/pricing/serving/test_latency.py). The means, and the
assumptions about requests, are in pricing.formulas.queueing.
"""

from pricing.formulas.queueing import pass_wait_seconds
from pricing.numerics.number import Number, expm1, greatest, log, sqrt

TAIL_FRACTION = 0.01
"""Share of requests above the 99th percentile."""

NORMAL_P99 = 2.3263478740408408
"""The 99th percentile of the standard normal distribution."""

SMALLEST = 1e-12
"""Keeps logarithms and quotients finite if nothing waits."""


def pass_wait_p99_seconds(
    *, queue_fraction: Number, queue_seconds: Number, step_seconds: Number, busy_fraction: Number
) -> Number:
    """99th percentile of the wait for the running pass and for earlier prefills.

    w₉₉ = max(w, v, m · (ln((eˣ − 1) / x) + ln(100 · p))), x = u · t_s / m

    The arguments are as in pass_wait_seconds, whose value is w. v is the percentile of the
    running step alone. Returns [seconds], never below the mean, also if fewer than 1% wait.
    Source: the sum of a uniform and an exponential wait; see pass_wait_seconds.

    >>> round(pass_wait_p99_seconds(queue_fraction=0.5, queue_seconds=0.2, step_seconds=0.02,
    ...     busy_fraction=1.0), 3)
    0.792
    """
    step_p99 = greatest(
        step_seconds * (1.0 - TAIL_FRACTION / greatest(busy_fraction, SMALLEST)),
        pass_wait_seconds(
            queue_fraction=queue_fraction,
            queue_seconds=queue_seconds,
            step_seconds=step_seconds,
            busy_fraction=busy_fraction,
        ),
    )
    mean = greatest(queue_seconds, SMALLEST * step_seconds)
    steps = greatest(busy_fraction * step_seconds / mean, SMALLEST)
    shift = steps + log(-expm1(-steps) / steps)
    chance = greatest(queue_fraction, SMALLEST) / TAIL_FRACTION
    return greatest(step_p99, mean * (shift + log(chance)))


def ttft_p99_seconds(
    *,
    first_seconds: Number,
    pass_wait_seconds: Number,
    pass_wait_p99_seconds: Number,
    slot_wait_seconds: Number,
    full_batch_fraction: Number,
) -> Number:
    """99th percentile of the time to first token.

    t = t₁ + max(w₉₉, w + W · max(P, ln(100 · P)))

    first_seconds: t₁, prefill of the request; pass_wait_seconds: w, mean wait for passes;
    pass_wait_p99_seconds: w₉₉, its 99th percentile; slot_wait_seconds: W, mean wait for a slot
    of requests that wait [seconds]; full_batch_fraction: P, share of these requests [fraction].
    Returns [seconds], never below the mean.
    Source: waits behind a full batch are exponential, as in M/M/B (Erlang 1917). The longer of
    the two waits applies.

    >>> round(ttft_p99_seconds(first_seconds=0.1, pass_wait_seconds=0.05,
    ...     pass_wait_p99_seconds=0.3, slot_wait_seconds=1.0, full_batch_fraction=0.1), 3)
    2.453
    """
    chance = greatest(full_batch_fraction, SMALLEST) / TAIL_FRACTION
    slots = slot_wait_seconds * greatest(full_batch_fraction, log(chance))
    return first_seconds + greatest(pass_wait_p99_seconds, pass_wait_seconds + slots)


def tpot_deviation_seconds(
    *,
    concurrency: Number,
    step_seconds_per_request: Number,
    prefill_seconds_per_token: Number,
    marginal_load_fraction: Number,
) -> Number:
    """Standard deviation of the time per output token between requests.

    σ² = n · (⅔·x² + x·y + 2·y²), x = b / √(1 − q), y = g / (1 − q)

    concurrency: n, mean number of others in flight [count]; step_seconds_per_request: b, time
    that each adds to a step; prefill_seconds_per_token: g, time of its prefill over the output of
    the request [seconds]; marginal_load_fraction: q, 0 in closed loop [fraction].
    Returns [seconds].
    Source: x is the effect of the number in flight, averaged over the life of a request. y is the
    effect of prefills that interrupt it. Each prefill prolongs the time in which more arrive (a
    delay cycle, Conway, Maxwell and Miller 1967, section 8.3).

    >>> tpot_deviation_seconds(concurrency=8.0, step_seconds_per_request=0.0,
    ...     prefill_seconds_per_token=0.001, marginal_load_fraction=0.0)
    0.004
    """
    rest = 1.0 - marginal_load_fraction
    batch = step_seconds_per_request / sqrt(rest)
    interruptions = prefill_seconds_per_token / rest
    return sqrt(
        concurrency
        * (2.0 / 3.0 * batch * batch + batch * interruptions + 2.0 * interruptions * interruptions)
    )


def tpot_p99_seconds(
    *, steady_seconds: Number, varying_seconds: Number, deviation_seconds: Number
) -> Number:
    """99th percentile of the time per output token between requests.

    t = t₀ + m · (1 − 1/(9k) + z / (3√k))³, k = (m / σ)²

    steady_seconds: t₀, the part that is independent of other requests; varying_seconds: m, mean of
    the other part; deviation_seconds: σ [seconds]. Returns [seconds], never below the mean.
    Source: the 99th percentile of a gamma distribution, Wilson and Hilferty 1931,
    doi:10.1073/pnas.17.12.684.

    >>> round(tpot_p99_seconds(steady_seconds=0.01, varying_seconds=0.01,
    ...     deviation_seconds=0.002), 5)
    0.02523
    """
    relative = deviation_seconds / greatest(varying_seconds, SMALLEST)
    root = 1.0 - relative * relative / 9.0 + NORMAL_P99 * relative / 3.0
    cubed = greatest(root, 1.0) ** 3
    return steady_seconds + varying_seconds * cubed
