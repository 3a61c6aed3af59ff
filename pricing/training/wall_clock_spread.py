"""Spreads: how sure the wall clock of a run is."""

from functools import lru_cache

from msgspec import Struct

from pricing.formulas import interruption
from pricing.numerics.normal import normal_quantile
from pricing.numerics.number import (
    NORMAL_P90,
    Number,
    exp,
    expm1,
    greatest,
    least,
    log,
    sqrt,
    where,
)
from pricing.training.course import Course, Run, Stops
from pricing.training.feasibility import course_of

FRACTIONS = (0.1, 0.5, 0.9)

SMALLEST = 1e-12


class Spread(Struct, frozen=True, gc=False):
    """10th, 50th and 90th percentile over the mean [ratio]."""

    low: Number
    middle: Number
    high: Number

    @property
    def deviations(self) -> tuple[Number, Number]:
        """Of the logarithm, below the median and above."""
        return (log(self.middle / self.low) / NORMAL_P90, log(self.high / self.middle) / NORMAL_P90)


@lru_cache(maxsize=8192)
def spread_of(run: Run, stops: Stops) -> Spread:
    """How sure the wall clock is. Raises Infeasible as course_of."""
    return spread_over(run, stops, course_of(run, stops))


def spread_over(run: Run, stops: Stops, course: Course) -> Spread:
    """How sure the wall clock of a course is, in floats or arrays.

    Two independent doubts: how the stops fall, and how far runs like it scatter. Each has its
    median and, to either side, the logarithm of the 10th and 90th percentile over it; these
    add up as squares. Exact where either doubt is nil. In order to the last digit, where floats
    of equal percentiles are not.
    """
    low, middle, high = _stopped(stops, course)
    low, high = least(low, middle), greatest(high, middle)
    is_certain = run.band_ratio == 1.0
    if is_certain is True:
        return Spread(low, middle, high)
    band = log(run.band_ratio)
    # The median of a lognormal of which the mean is 1.
    score = band / NORMAL_P90
    centre = middle * exp(-0.5 * score * score)
    below, above = log(middle / low), log(high / middle)
    return Spread(
        centre * exp(-sqrt(below * below + band * band)),
        centre,
        centre * exp(sqrt(above * above + band * band)),
    )


def _stopped(stops: Stops, course: Course) -> tuple[Number, ...]:
    """Percentiles over the mean, by how the stops fall alone.

    Within 1% of a simulation where the interval is the best one and the waits are short against
    the run; within 5% in runs of a few intervals that lose most of their time. Waits that are rare
    and long are no gamma distribution: of these the percentiles are at least those of a run that
    need not wait, since no wait makes a run shorter.
    """
    mean_seconds = course.wall_clock_seconds
    least_seconds = course.work_seconds + course.checkpoint_seconds
    held = _percentiles(stops, course, least_seconds, course.held_seconds, 0.0)
    wait_seconds = stops.capacity_wait_seconds
    if type(wait_seconds) is float and wait_seconds == 0.0:
        return tuple(seconds / mean_seconds for seconds in held)
    ended = _percentiles(stops, course, least_seconds, mean_seconds, wait_seconds)
    return tuple(
        greatest(one, other) / mean_seconds for one, other in zip(held, ended, strict=True)
    )


def _percentiles(
    stops: Stops, course: Course, least_seconds: Number, mean_seconds: Number, wait_seconds: Number
) -> tuple[Number, ...]:
    """Percentiles of the time that a run takes, which waits so long after each preemption.

    least_seconds: without a stop; mean_seconds: expected. Some runs are never stopped; what the
    others lose beyond one restart is a gamma distribution of its exact mean and deviation.
    """
    deviation_seconds = _deviation_seconds(stops, course, least_seconds, wait_seconds)
    stopped_fraction = -expm1(-least_seconds / course.mtbf_seconds)
    lost = greatest(mean_seconds - least_seconds, SMALLEST * least_seconds)
    # Of the runs that stop at least once:
    mean = lost / stopped_fraction
    square = (deviation_seconds * deviation_seconds + lost * lost) / stopped_fraction
    deviation = sqrt(greatest(square - mean * mean, SMALLEST * square))
    beyond = greatest(mean - stops.restart_seconds, SMALLEST * mean)

    def percentile(fraction: float) -> Number:
        rank = 1.0 - (1.0 - fraction) / stopped_fraction
        is_stopped = rank > 0.0
        if is_stopped is False:
            return least_seconds
        lost_seconds = interruption.loss_quantile_seconds(
            mean_seconds=beyond,
            deviation_seconds=deviation,
            normal_score=normal_quantile(where(is_stopped, rank, fraction)),
        )
        return where(
            is_stopped, least_seconds + stops.restart_seconds + lost_seconds, least_seconds
        )

    return tuple(percentile(fraction) for fraction in FRACTIONS)


def _deviation_seconds(
    stops: Stops, course: Course, least_seconds: Number, wait_seconds: Number
) -> Number:
    """Standard deviation of the time that a run takes, which waits so long after each preemption.

    A given interval leaves a shorter one at the end, which varies less than the others; taken for
    one of equal length, it would hide what they do.
    """

    def of(segments: Number, segment_seconds: Number) -> Number:
        return interruption.wall_clock_deviation_seconds(
            segments=segments,
            segment_seconds=segment_seconds,
            restart_seconds=stops.restart_seconds,
            mtbf_seconds=course.mtbf_seconds,
            preempted_fraction=stops.events_per_second * course.mtbf_seconds,
            capacity_wait_seconds=wait_seconds,
        )

    if stops.interval_seconds is None:
        return of(course.segments, least_seconds / course.segments)
    full_seconds = course.interval_seconds + stops.checkpoint_seconds
    whole = of(course.segments - 1.0, full_seconds)
    last = of(1.0, greatest(least_seconds - (course.segments - 1.0) * full_seconds, 0.0))
    return sqrt(whole * whole + last * last)
