"""Time that failures, preemptions, checkpoints and restarts add to a run.

A stop is a hardware failure or a preemption. Stops are exponential. They occur during work,
checkpoints and restarts, and lose the work since the last checkpoint. After a preemption the run
waits for capacity. Nothing more can be lost during the wait.
"""

from pricing.numerics.number import Number, exp, expm1, greatest, log, sqrt, where

SERIES_BELOW = 0.1
"""Intervals below this share of the time between stops are computed with power series. The closed
forms are differences of almost equal numbers there."""


GROWN_BELOW = expm1(SERIES_BELOW)
"""e^x − 1 of the longest of these intervals."""

SERIES_ROOT_BELOW = 1e-3
"""Root of half the share of a checkpoint in the time between stops, below which the series for the
best interval is exact to the last digits."""


def job_mtbf_seconds(
    *, failures_per_device_second: Number, devices: Number, other_per_second: Number
) -> Number:
    """Mean time between the stops of a synchronous job.

    M = 1 / (λ · n + ρ)

    failures_per_device_second: λ [per second]; devices: n, each of which can stop the job [count];
    other_per_second: ρ, other stops, such as preemptions [per second]. Returns [seconds].
    Source: the sum of independent Poisson processes.

    >>> job_mtbf_seconds(failures_per_device_second=0.001, devices=100.0, other_per_second=0.1)
    5.0
    """
    return 1.0 / (failures_per_device_second * devices + other_per_second)


def preemption_events_per_second(
    *, preemptions_per_instance_second: Number, instances: Number, instances_per_event: Number
) -> Number:
    """Rate at which a job loses capacity if several instances are preempted at a time.

    ρ = r · n / b

    preemptions_per_instance_second: r, of each instance [per second]; instances: n, instances of
    the job [count]; instances_per_event: b, lost together, from 1 to n [count].
    Returns [per second].
    Source: n instances with rate r each have n · r losses, in events of b.

    >>> preemption_events_per_second(preemptions_per_instance_second=0.001, instances=100.0,
    ...     instances_per_event=4.0)
    0.025
    """
    return preemptions_per_instance_second * instances / instances_per_event


def hourly_rate(*, monthly_fraction: Number, hours_per_month: Number) -> Number:
    """Hourly preemption rate from the share that is reclaimed within a month.

    r = −ln(1 − p) / T

    monthly_fraction: p, below 1 [fraction]; hours_per_month: T [hours].
    Returns [per instance-hour].
    Source: exponential survival; Spot Advisor bands are shares of a trailing month.

    >>> round(hourly_rate(monthly_fraction=0.1, hours_per_month=730.0), 9)
    0.000144329
    """
    return -log(1.0 - monthly_fraction) / hours_per_month


def monthly_fraction(*, preemptions_per_instance_hour: Number, hours_per_month: Number) -> Number:
    """Share that is reclaimed within a month at an hourly preemption rate.

    p = 1 − e^(−r · T)

    preemptions_per_instance_hour: r [per instance-hour]; hours_per_month: T [hours].
    Returns [fraction].
    Source: exponential survival, the inverse of hourly_rate.

    >>> round(monthly_fraction(preemptions_per_instance_hour=0.000144329, hours_per_month=730.0), 6)
    0.1
    """
    return -expm1(-preemptions_per_instance_hour * hours_per_month)


def best_interval_seconds(*, checkpoint_seconds: Number, mtbf_seconds: Number) -> Number:
    """The interval between checkpoints that makes the run shortest.

    x = 1 − e^−(x+c), with x = τ/M and c = C/M

    checkpoint_seconds: C, above 0; mtbf_seconds: M [seconds]. Returns τ [seconds of useful work].
    It is the zero of the derivative of the wall clock, to about 1e-12 for any C. It is computed
    with two steps of Newton's method from Daly's series
    τ ≈ √(2·C·M) · (1 + √(C/(2M))/3 + C/(18M)) − C, or from M if C is above 2M. For a tiny C it is
    the series with one more term, since 1 − x − e^−(x+c) cancels there.
    Source: Daly 2006, A higher order estimate of the optimum checkpoint interval, eq. 37.

    >>> round(best_interval_seconds(checkpoint_seconds=40.0, mtbf_seconds=86400.0), 1)
    2602.5
    """
    cost = checkpoint_seconds / mtbf_seconds
    root = sqrt(cost / 2.0)
    more = 1.0 + root / 3.0 + root * root / 9.0 + 4.0 / 135.0 * root * root * root
    series = 2.0 * root * more - cost
    interval = where(root < 1.0, series, 1.0)
    for _ in range(2):
        # The derivative of 1 − x − e^−(x+c) in x.
        survival = expm1(-interval - cost)
        interval = interval + (survival + interval) / survival
    return where(root < SERIES_ROOT_BELOW, series, interval) * mtbf_seconds


def wall_clock_seconds(
    *,
    work_seconds: Number,
    interval_seconds: Number,
    checkpoint_seconds: Number,
    restart_seconds: Number,
    mtbf_seconds: Number,
) -> Number:
    """Expected time in which a run with random stops works or restarts.

    T = (M / τ) · e^(R/M) · (e^((τ+C)/M) − 1) · W

    work_seconds: W, useful work; interval_seconds: τ, useful work between checkpoints;
    checkpoint_seconds: C; restart_seconds: R; mtbf_seconds: M [seconds]. Returns [seconds].
    Exact for exponential stops and a whole number of intervals with a checkpoint each.
    Waits for capacity are not included: see waiting_seconds.
    Source: Daly 2006, eq. 13.

    >>> round(wall_clock_seconds(work_seconds=1000.0, interval_seconds=100.0,
    ...     checkpoint_seconds=10.0, restart_seconds=20.0, mtbf_seconds=1000.0), 2)
    1186.27
    """
    stretched = expm1((interval_seconds + checkpoint_seconds) / mtbf_seconds)
    overhead_ratio = mtbf_seconds / interval_seconds * exp(restart_seconds / mtbf_seconds)
    return overhead_ratio * stretched * work_seconds


def waiting_seconds(
    *, held_seconds: Number, preemptions_per_second: Number, capacity_wait_seconds: Number
) -> Number:
    """Expected time that a run waits for capacity.

    T_w = ρ · w · T

    held_seconds: T, from wall_clock_seconds [seconds]; preemptions_per_second: ρ, events that take
    capacity [per second]; capacity_wait_seconds: w, mean time until it is back [seconds].
    Returns [seconds]. Exact for any distribution of waits: ρ · T events have one wait each.
    Source: Wald's equation.

    >>> waiting_seconds(held_seconds=7200.0, preemptions_per_second=0.001,
    ...     capacity_wait_seconds=600.0)
    4320.0
    """
    return held_seconds * preemptions_per_second * capacity_wait_seconds


def restarting_seconds(
    *, held_seconds: Number, restart_seconds: Number, mtbf_seconds: Number
) -> Number:
    """Expected time that a run spends restarting, including restarts that fail.

    T_r = T · (1 − e^(−R/M))

    held_seconds: T, from wall_clock_seconds; restart_seconds: R; mtbf_seconds: M [seconds].
    Returns [seconds]. Each of the T / M stops has a restart that lasts R, or until the next stop.
    Source: mean of the smaller of R and an exponential time, M · (1 − e^(−R/M)).

    >>> round(restarting_seconds(held_seconds=1000.0, restart_seconds=20.0,
    ...     mtbf_seconds=1000.0), 3)
    19.801
    """
    return held_seconds * -expm1(-restart_seconds / mtbf_seconds)


def wall_clock_deviation_seconds(
    *,
    segments: Number,
    segment_seconds: Number,
    restart_seconds: Number,
    mtbf_seconds: Number,
    preempted_fraction: Number,
    capacity_wait_seconds: Number,
) -> Number:
    """Standard deviation of the wall clock with waits for capacity.

    σ² = n · (g·(v(a) + v_D) + g·e^(a/M)·(m(a) + m_D)²), g = e^(a/M) − 1, and
    m(a) = M − a/g, v(a) = M² − (a/2)² / sinh²(a/2M), the moments of the time lost to one stop

    segments: n, intervals with their checkpoint [count]; segment_seconds: a, time of one without a
    stop; restart_seconds: R; mtbf_seconds: M [seconds]; preempted_fraction: share of stops that
    take capacity [fraction]; capacity_wait_seconds: mean of an exponential wait for capacity
    [seconds]. Returns [seconds]. m_D and v_D are the moments of the time from a stop to work. They
    follow from the same equations with R. Exact.
    Source: moments of a geometric number of truncated exponential times.

    >>> round(wall_clock_deviation_seconds(segments=100.0, segment_seconds=110.0,
    ...     restart_seconds=20.0, mtbf_seconds=1000.0, preempted_fraction=0.0,
    ...     capacity_wait_seconds=0.0), 1)
    288.4
    """
    wait_mean = preempted_fraction * capacity_wait_seconds
    wait_variance = wait_mean * (2.0 * capacity_wait_seconds - wait_mean)
    failed_mean, failed_variance = _lost(restart_seconds, mtbf_seconds, wait_mean, wait_variance)
    down_mean = wait_mean + restart_seconds + failed_mean
    down_variance = wait_variance + failed_variance
    _, variance = _lost(segment_seconds, mtbf_seconds, down_mean, down_variance)
    return sqrt(segments * variance)


def _lost(
    seconds: Number, mtbf_seconds: Number, down_mean: Number, down_variance: Number
) -> tuple[Number, Number]:
    """Mean and variance of the time lost until an interval of `seconds` passes without a stop.

    There is a geometric number of failed tries. Each has a truncated exponential time until the
    stop, and a time until work resumes.
    """
    share = seconds / mtbf_seconds
    short = share < SERIES_BELOW
    fails = expm1(share)  # tries that fail, expected
    safe = greatest(share, SERIES_BELOW)
    grown = greatest(fails, GROWN_BELOW)  # the same of the safe share
    square = share * share
    cut_mean = mtbf_seconds * where(
        short,
        share * (0.5 - share / 12.0 * (1.0 - square / 60.0 * (1.0 - square / 42.0))),
        1.0 - safe / grown,
    )
    half = square / 4.0
    cut_variance = (
        mtbf_seconds
        * mtbf_seconds
        * where(
            short,
            half / 3.0 * (1.0 - half / 5.0 + half * half * (2.0 / 63.0 - half / 225.0)),
            1.0 - safe * safe * (1.0 + grown) / (grown * grown),
        )
    )
    one = cut_mean + down_mean
    return fails * one, fails * (cut_variance + down_variance) + fails * (fails + 1.0) * one * one


def loss_quantile_seconds(
    *, mean_seconds: Number, deviation_seconds: Number, normal_score: Number
) -> Number:
    """Quantile of the time lost to stops beyond the least time of any stop.

    t = m · (1 − k + z · √k)³, with k = (σ/m)² / 9

    mean_seconds: m; deviation_seconds: σ [seconds]; normal_score: z, standard normal quantile
    [ratio]. Returns [seconds] of the gamma distribution with this mean and deviation. A sum of many
    losses is almost normal, and a sum of few losses has a similar skewness.
    Source: Wilson and Hilferty 1931, The distribution of chi-square.

    >>> round(loss_quantile_seconds(mean_seconds=1000.0, deviation_seconds=300.0,
    ...     normal_score=1.2816), 1)
    1398.0
    """
    ratio = deviation_seconds / mean_seconds
    ninth = ratio * ratio / 9.0
    root = greatest(1.0 - ninth + normal_score * sqrt(ninth), 0.0)
    return mean_seconds * root * root * root
