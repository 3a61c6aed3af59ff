"""Spreads: how sure the wall clock of a run is."""

from functools import lru_cache
from math import exp, expm1, log, sqrt
from statistics import NormalDist

from msgspec import Struct

from pricing.formulas import interruption
from pricing.numbers import NORMAL_P90
from pricing.quotes.runs import Course, Run, Stops, course_of

NORMAL = NormalDist()
FRACTIONS = (0.1, 0.5, 0.9)
SCORES = (-NORMAL_P90, 0.0, NORMAL_P90)

SMALLEST = 1e-12


class Spread(Struct, frozen=True, gc=False):
    """10th, 50th and 90th percentile over the mean [ratio]."""

    low: float
    middle: float
    high: float


@lru_cache(maxsize=8192)
def spread_of(run: Run, stops: Stops) -> Spread:
    """How sure the wall clock is. Raises Infeasible as course_of.

    Two independent doubts: how the stops fall, and how far runs like it scatter. Each has its
    median and, to either side, the logarithm of the 10th and 90th percentile over it; these
    add up as squares. Exact where either doubt is nil.
    """
    course = course_of(run, stops)
    low, middle, high = _stopped(stops, course)
    if run.band_ratio == 1.0:
        return Spread(low, middle, high)
    band = log(run.band_ratio)
    # The median of a lognormal of which the mean is 1.
    centre = middle * exp(-0.5 * (band / NORMAL_P90) ** 2)
    below, above = log(middle / low), log(high / middle)
    return Spread(
        centre * exp(-sqrt(below * below + band * band)),
        centre,
        centre * exp(sqrt(above * above + band * band)),
    )


def _stopped(stops: Stops, course: Course) -> tuple[float, ...]:
    """Percentiles over the mean, by how the stops fall alone.

    Some runs are never stopped; what the others lose beyond one restart is a gamma
    distribution of its exact mean and deviation. Within 1% of a simulation where the interval
    is the best one and the waits are short against the run; within 5% in runs of a few
    intervals that lose most of their time.
    """
    mean_seconds = course.wall_clock_seconds
    least_seconds = course.work_seconds + course.checkpoint_seconds
    deviation_seconds = interruption.wall_clock_deviation_seconds(
        segments=course.segments,
        segment_seconds=least_seconds / course.segments,
        restart_seconds=stops.restart_seconds,
        mtbf_seconds=course.mtbf_seconds,
        preempted_fraction=stops.events_per_second * course.mtbf_seconds,
        capacity_wait_seconds=stops.capacity_wait_seconds,
    )
    stopped_fraction = -expm1(-least_seconds / course.mtbf_seconds)
    lost = mean_seconds - least_seconds
    # Of the runs that stop at least once:
    mean = lost / stopped_fraction
    square = (deviation_seconds * deviation_seconds + lost * lost) / stopped_fraction
    deviation = sqrt(max(square - mean * mean, SMALLEST * square))
    first = least_seconds + stops.restart_seconds
    beyond = max(mean - stops.restart_seconds, SMALLEST * mean)
    return tuple(
        (
            least_seconds
            if score is None
            else first
            + interruption.loss_quantile_seconds(
                mean_seconds=beyond, deviation_seconds=deviation, normal_score=score
            )
        )
        / mean_seconds
        for score in _scores(stopped_fraction)
    )


def _scores(stopped_fraction: float) -> tuple[float | None, ...]:
    """The percentiles among the runs that stop, None for one among those that never do."""
    if stopped_fraction == 1.0:
        return SCORES
    ranks = [1.0 - (1.0 - fraction) / stopped_fraction for fraction in FRACTIONS]
    return tuple(NORMAL.inv_cdf(rank) if rank > 0.0 else None for rank in ranks)
