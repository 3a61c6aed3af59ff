"""Runs: how long a training run takes once failures, preemptions and checkpoints are in."""

from collections.abc import Callable
from functools import lru_cache

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.formulas import interruption
from pricing.numerics.number import (
    Number,
    ceil,
    expm1,
    floor,
    greatest,
    least,
    otherwise,
    shared,
    where,
)
from pricing.numerics.roots import bisection
from pricing.numerics.rounding import rounded_down, rounded_up
from pricing.units import SECONDS_PER_HOUR

BISECTIONS = 60
"""Rounds of the search for the number under which a run finishes."""

PREEMPTIONS = "reliability.spot_preemptions_per_instance_hour"

LONGEST_RATIO = 20.0
"""Wall clock over work and checkpoints past which a run is refused as one that never finishes."""

SHORTEST_INTERVAL_SECONDS = 1.0
"""Below which no checkpoint is placed, however cheap it is."""

FREE = 1e-18
"""Share of the time between stops below which a checkpoint costs nothing."""

WHOLE = 1e-9
"""How far from a whole number of intervals a given one may be and count as one."""


class Run(Struct, frozen=True, gc=False, cache_hash=True):
    """The work: productive device-hours on `device_count` devices.

    overhead_ratio: billed over productive hours for evaluation, warm-up and reruns, without
    interruptions; headroom_fraction: failed and abandoned experiments besides;
    evaluation_fraction: evaluation besides; band_ratio: 80% of runs like it take between the
    expected hours divided and multiplied by it.
    """

    device_count: Number
    productive_device_hours: Number
    overhead_ratio: Number
    headroom_fraction: Number
    evaluation_fraction: Number = 0.0
    band_ratio: Number = 1.0

    @property
    def work_hours(self) -> Number:
        """Hours of all devices at work, overhead included, without interruption."""
        return self.productive_device_hours * self.overhead_ratio / self.device_count

    @property
    def held_ratio(self) -> Number:
        """Hours that are held for the run and all around it, over those of the run."""
        return 1.0 + self.headroom_fraction + self.evaluation_fraction


class Stops(Struct, frozen=True, gc=False, cache_hash=True):
    """What stops the run and what a stop costs; interval None asks for the best.

    instance_count: spot instances, each of which may be preempted; instances_per_event: how
    many a preemption takes.
    """

    failures_per_device_second: Number
    checkpoint_seconds: Number
    checkpoint_gigabytes: Number
    interval_seconds: Number
    restart_seconds: Number
    preemptions_per_instance_second: Number = 0.0
    instance_count: Number = 1.0
    instances_per_event: Number = 1.0
    capacity_wait_seconds: Number = 0.0

    @property
    def events_per_second(self) -> Number:
        """Preemptions that stop the run."""
        return interruption.preemption_events_per_second(
            preemptions_per_instance_second=self.preemptions_per_instance_second,
            instances=self.instance_count,
            instances_per_event=self.instances_per_event,
        )


def unpreempted(stops: Stops) -> Stops:
    """What stops the run where its capacity stays."""
    return replace(
        stops,
        preemptions_per_instance_second=0.0,
        instance_count=1.0,
        instances_per_event=1.0,
        capacity_wait_seconds=0.0,
    )


class Course(Struct, frozen=True, gc=False):
    """The expected course of the run, which adds up to the wall clock [seconds].

    held: with all devices; waiting: for capacity, after preemptions; segments: intervals, each
    closed by a checkpoint.
    """

    held_seconds: Number
    waiting_seconds: Number
    work_seconds: Number
    checkpoint_seconds: Number
    rework_seconds: Number
    restart_seconds: Number
    interval_seconds: Number
    segments: Number
    mtbf_seconds: Number
    preemptions: Number

    @property
    def wall_clock_seconds(self) -> Number:
        """From start to end."""
        return self.held_seconds + self.waiting_seconds

    @property
    def interruptions(self) -> Number:
        """Stops of either kind."""
        return self.held_seconds / self.mtbf_seconds


@lru_cache(maxsize=8192)
def stretch_of(run: Run, failures: Stops) -> float:
    """What stretch_ratio has of a run in floats; kept, as its course is."""
    return float(stretch_ratio(run, failures))


def stretch_ratio(run: Run, failures: Stops) -> Number:
    """Wall clock over work under hardware failures alone, 1 where the run would not finish."""
    finishes, course = expected(run, failures)
    return where(finishes, course.wall_clock_seconds / course.work_seconds, 1.0)


def expected(run: Run, stops: Stops) -> tuple[Number, Course]:
    """Whether a run finishes, and its course, which means something where it does.

    A run that takes twenty times what it would without a stop loses work about as fast as it
    does it, and never finishes. Floats or expressions; an interval that is left out is the best
    one, in a column too.
    """
    given = stops.interval_seconds
    work_seconds = shared(run.work_hours * SECONDS_PER_HOUR)
    events_per_second = shared(stops.events_per_second)
    mtbf_seconds = shared(
        interruption.job_mtbf_seconds(
            failures_per_device_second=stops.failures_per_device_second,
            devices=run.device_count * 1.0,
            other_per_second=events_per_second,
        )
    )
    # No interval is longer than the run.
    interval_seconds = least(work_seconds, otherwise(given, SHORTEST_INTERVAL_SECONDS))
    longest = greatest(greatest(stops.checkpoint_seconds, stops.restart_seconds), interval_seconds)
    is_stuck = shared(longest >= LONGEST_RATIO * mtbf_seconds)
    # What is stuck has no course: its exponentials would be past all numbers.
    mtbf_seconds = shared(where(is_stuck, longest / LONGEST_RATIO, mtbf_seconds))
    segments, interval_seconds, held_seconds = _divided(stops, mtbf_seconds, work_seconds)
    waiting_seconds = shared(
        interruption.waiting_seconds(
            held_seconds=held_seconds,
            preemptions_per_second=events_per_second,
            capacity_wait_seconds=stops.capacity_wait_seconds,
        )
    )
    checkpoint_seconds = shared(segments * stops.checkpoint_seconds)
    is_short = held_seconds + waiting_seconds <= LONGEST_RATIO * (work_seconds + checkpoint_seconds)
    restart_seconds = shared(
        interruption.restarting_seconds(
            held_seconds=held_seconds,
            restart_seconds=stops.restart_seconds,
            mtbf_seconds=mtbf_seconds,
        )
    )
    return where(is_stuck, False, is_short), Course(  # noqa: FBT003 - a value, not a switch
        held_seconds=held_seconds,
        waiting_seconds=waiting_seconds,
        work_seconds=work_seconds,
        checkpoint_seconds=checkpoint_seconds,
        rework_seconds=held_seconds - work_seconds - checkpoint_seconds - restart_seconds,
        restart_seconds=restart_seconds,
        interval_seconds=interval_seconds,
        segments=segments,
        mtbf_seconds=mtbf_seconds,
        preemptions=held_seconds * events_per_second,
    )


def _divided(
    stops: Stops, mtbf_seconds: Number, work_seconds: Number
) -> tuple[Number, Number, Number]:
    """Intervals of a run, the length of each, and the seconds that it holds all devices."""
    given = stops.interval_seconds
    if given is None:
        segments = shared(_best_segments(stops.checkpoint_seconds, mtbf_seconds, work_seconds))
        interval_seconds = shared(work_seconds / segments)
        return (
            segments,
            interval_seconds,
            shared(_held_seconds(stops, mtbf_seconds, work_seconds, interval_seconds)),
        )
    # A given interval leaves a shorter one at the end.
    interval_seconds = shared(least(given, work_seconds))
    segments = shared(ceil(work_seconds / interval_seconds - WHOLE))
    rest_seconds = work_seconds - (segments - 1.0) * interval_seconds
    # Of so many intervals that one more or less is the same number, the last is as the others.
    rest_seconds = shared(where(rest_seconds > 0.0, rest_seconds, interval_seconds))
    held_seconds = _held_seconds(
        stops, mtbf_seconds, work_seconds - rest_seconds, interval_seconds
    ) + _held_seconds(stops, mtbf_seconds, rest_seconds, rest_seconds)
    if not isinstance(given, pl.Expr):
        return segments, interval_seconds, held_seconds
    best = _divided(replace(stops, interval_seconds=None), mtbf_seconds, work_seconds)
    is_given = given.is_not_null()
    one, two, three = (
        shared(where(is_given, mine, other))
        for mine, other in zip((segments, interval_seconds, held_seconds), best, strict=True)
    )
    return one, two, three


def _held_seconds(
    stops: Stops, mtbf_seconds: Number, work_seconds: Number, interval_seconds: Number
) -> Number:
    return interruption.wall_clock_seconds(
        work_seconds=work_seconds,
        interval_seconds=interval_seconds,
        checkpoint_seconds=stops.checkpoint_seconds,
        restart_seconds=stops.restart_seconds,
        mtbf_seconds=mtbf_seconds,
    )


def _best_segments(
    checkpoint_seconds: Number, mtbf_seconds: Number, work_seconds: Number
) -> Number:
    """The whole number of intervals that makes the run shortest.

    The wall clock has one trough over the number, so that the best whole one is next to the
    best of all.
    """
    most = shared(greatest(floor(work_seconds / SHORTEST_INTERVAL_SECONDS), 1.0))
    cheapest = FREE * mtbf_seconds
    best = interruption.best_interval_seconds(
        checkpoint_seconds=greatest(checkpoint_seconds, cheapest), mtbf_seconds=mtbf_seconds
    )
    fewer = shared(least(greatest(floor(work_seconds / best), 1.0), most))
    more = shared(least(fewer + 1.0, most))
    few = fewer * expm1((work_seconds / fewer + checkpoint_seconds) / mtbf_seconds)
    many = more * expm1((work_seconds / more + checkpoint_seconds) / mtbf_seconds)
    return where(checkpoint_seconds < cheapest, most, where(few <= many, fewer, more))


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
    found, _ = bisection(
        lambda value, _: course_at(value) is not None, 0.0, never, rounds=BISECTIONS
    )
    return float(found)
