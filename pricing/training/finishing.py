"""Finishing: the course of a run, or what would have to change for it to end."""

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.numerics.rounding import rounded_down, rounded_up
from pricing.training.course import Course, Run, Stops, expected, unpreempted
from pricing.units import SECONDS_PER_HOUR

BISECTIONS = 60

PREEMPTIONS = "reliability.spot_preemptions_per_instance_hour"


@lru_cache(maxsize=8192)
def course_of(run: Run, stops: Stops) -> Course:
    """The expected course of a run. Raises Infeasible for one that would never finish.

    Kept, since neither price nor place changes it.
    """
    course = _course(run, stops)
    if course is None:
        raise _never(run, stops)
    return course


def _course(run: Run, stops: Stops) -> Course | None:
    """The course, None where the run would never finish."""
    finishes, course = expected(run, stops)
    return course if finishes else None


def _never(run: Run, stops: Stops) -> Infeasible:
    """The refusal of a run that would never finish: the number to change, and to what."""
    given = stops.interval_seconds
    if given is not None and _course(run, replace(stops, interval_seconds=None)) is not None:
        longest = _highest(
            lambda seconds: _course(run, replace(stops, interval_seconds=seconds)), given
        )
        return Infeasible(
            f"the run would never finish: it is stopped too often for {given:.3g} s between"
            f" checkpoints; it would below {longest:.3g} s",
            field="reliability.checkpoint_interval_seconds",
            nearest=[rounded_down(longest)],
        )
    stuck = (
        f"a checkpoint takes {stops.checkpoint_seconds:.3g} s and a restart"
        f" {stops.restart_seconds:.3g} s"
    )
    calm = unpreempted(stops)
    if _course(run, calm) is not None:
        rate = _highest(
            lambda rate: _course(run, replace(stops, preemptions_per_instance_second=rate)),
            stops.preemptions_per_instance_second,
        )
        if stops.capacity_wait_seconds:
            stuck += f", and capacity is away for {stops.capacity_wait_seconds:.3g} s"
        return Infeasible(
            f"the run would never finish: at {_hourly(stops.preemptions_per_instance_second)}"
            f" preemptions per instance-hour {stuck}; it would below {_hourly(rate)}",
            field=PREEMPTIONS,
            nearest=[rounded_down(rate * SECONDS_PER_HOUR)],
        )
    rate = _highest(
        lambda rate: _course(run, replace(calm, failures_per_device_second=rate)),
        stops.failures_per_device_second,
    )
    return Infeasible(
        f"the run would never finish: with a failure of each device every"
        f" {1.0 / (stops.failures_per_device_second * SECONDS_PER_HOUR):.3g} hours, {stuck}; it"
        f" would above {1.0 / (rate * SECONDS_PER_HOUR):.3g} hours",
        field="reliability.device_mtbf_hours",
        nearest=[rounded_up(1.0 / (rate * SECONDS_PER_HOUR))],
    )


def _hourly(rate_per_second: float) -> str:
    return f"{rate_per_second * SECONDS_PER_HOUR:.3g}"


def _highest(course_at: Callable[[float], Course | None], never: float) -> float:
    """The highest value under which the run finishes, which `never` is not."""
    low, high = 0.0, never
    for _ in range(BISECTIONS):
        middle = (low + high) / 2.0
        if course_at(middle) is None:
            high = middle
        else:
            low = middle
    return low
