"""Interruption: what failures, checkpoints and restarts add to a run."""

from pricing.numbers import Number, exp, expm1, log, sqrt


def job_mtbf_seconds(
    *, failures_per_device_second: Number, devices: Number, other_per_second: Number
) -> Number:
    """Mean time between the stops of a synchronous job.

    M = 1 / (λ · n + ρ)

    failures_per_device_second: λ [per second]; devices: n, any of which stops the job
    [count]; other_per_second: ρ, stops of another kind, preemptions say [per second].
    Returns [seconds].
    Source: the sum of independent Poisson processes.

    >>> job_mtbf_seconds(failures_per_device_second=0.001, devices=100.0, other_per_second=0.1)
    5.0
    """
    return 1.0 / (failures_per_device_second * devices + other_per_second)


def hourly_rate(*, monthly_fraction: Number, hours_per_month: Number) -> Number:
    """The hourly rate behind a share reclaimed within a month.

    r = −ln(1 − p) / T

    monthly_fraction: p, below 1 [fraction]; hours_per_month: T [hours].
    Returns [per instance-hour].
    Source: exponential survival; Spot Advisor bands are shares of a trailing month.

    >>> round(hourly_rate(monthly_fraction=0.1, hours_per_month=730.0), 9)
    0.000144329
    """
    return -log(1.0 - monthly_fraction) / hours_per_month


def best_interval_seconds(*, checkpoint_seconds: Number, mtbf_seconds: Number) -> Number:
    """The interval between checkpoints that makes the run shortest.

    τ = √(2·C·M) · (1 + √(C/(2M))/3 + C/(18M)) − C for C < 2M, else M

    checkpoint_seconds: C, more than 0; mtbf_seconds: M [seconds]. Returns [seconds of
    useful work]. The caller keeps C below 2M: past it no interval is good.
    Source: Daly 2006, A higher order estimate of the optimum checkpoint interval, eq. 37.

    >>> round(best_interval_seconds(checkpoint_seconds=40.0, mtbf_seconds=86400.0), 1)
    2602.5
    """
    # With x = √(C/(2M)), √(2·C·M) is 2·M·x.
    root = sqrt(checkpoint_seconds / (2.0 * mtbf_seconds))
    series = 1.0 + root / 3.0 + root * root / 9.0
    return 2.0 * mtbf_seconds * root * series - checkpoint_seconds


def wall_clock_seconds(
    *,
    work_seconds: Number,
    interval_seconds: Number,
    checkpoint_seconds: Number,
    restart_seconds: Number,
    mtbf_seconds: Number,
) -> Number:
    """Expected time from start to end of a run that stops at random.

    T = (M / τ) · e^(R/M) · (e^((τ+C)/M) − 1) · W

    work_seconds: W, useful work; interval_seconds: τ, useful work between checkpoints;
    checkpoint_seconds: C; restart_seconds: R; mtbf_seconds: M [seconds]. Returns [seconds].
    Exponential failures, which strike during checkpoints and restarts too.
    Source: Daly 2006, eq. 13.

    >>> round(wall_clock_seconds(work_seconds=1000.0, interval_seconds=100.0,
    ...     checkpoint_seconds=10.0, restart_seconds=20.0, mtbf_seconds=1000.0), 2)
    1186.27
    """
    stretched = expm1((interval_seconds + checkpoint_seconds) / mtbf_seconds)
    overhead_ratio = mtbf_seconds / interval_seconds * exp(restart_seconds / mtbf_seconds)
    return overhead_ratio * stretched * work_seconds


def wall_clock_deviation_seconds(
    *,
    wall_clock_seconds: Number,
    interval_seconds: Number,
    checkpoint_seconds: Number,
    restart_seconds: Number,
    mtbf_seconds: Number,
) -> Number:
    """Standard deviation of the wall clock.

    σ = √(T/M · E[(R + U)²]), U uniform on [0, τ + C]

    wall_clock_seconds: T, expected; the others as of wall_clock_seconds [seconds].
    Returns [seconds]. A compound Poisson process: stops come at rate 1/M, each costs the
    restart and the work since the last checkpoint. Valid while τ + C is well below M.
    Source: variance of a compound Poisson sum.

    >>> wall_clock_deviation_seconds(wall_clock_seconds=100.0, interval_seconds=0.0,
    ...     checkpoint_seconds=0.0, restart_seconds=2.0, mtbf_seconds=1.0)
    20.0
    """
    span = interval_seconds + checkpoint_seconds
    second_moment = restart_seconds * restart_seconds + restart_seconds * span + span * span / 3.0
    return sqrt(wall_clock_seconds / mtbf_seconds * second_moment)
