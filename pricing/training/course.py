"""Runs: how long a training run takes once failures, preemptions and checkpoints are in."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import interruption
from pricing.numerics.number import Number, ceil, expm1, floor, greatest, least, otherwise, where
from pricing.units import SECONDS_PER_HOUR

LONGEST_RATIO = 20.0
"""Wall clock over work and checkpoints past which a run is refused as one that never finishes."""

SHORTEST_INTERVAL_SECONDS = 1.0
"""Below which no checkpoint is placed, however cheap it is."""

FREE = 1e-18
"""Share of the time between stops below which a checkpoint costs nothing."""

MANY = 1000.0
"""Intervals from which the best number is told by the best length instead of two wall clocks,
which differ there by less than their rounding."""

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
    does it, and never finishes. Floats or arrays; where the interval is left out, which is in
    every row or in none, it is the best one.
    """
    given = stops.interval_seconds
    work_seconds = run.work_hours * SECONDS_PER_HOUR
    events_per_second = stops.events_per_second
    mtbf_seconds = interruption.job_mtbf_seconds(
        failures_per_device_second=stops.failures_per_device_second,
        devices=run.device_count * 1.0,
        other_per_second=events_per_second,
    )
    # No interval is longer than the run.
    interval_seconds = least(work_seconds, otherwise(given, SHORTEST_INTERVAL_SECONDS))
    longest = greatest(greatest(stops.checkpoint_seconds, stops.restart_seconds), interval_seconds)
    is_stuck = longest >= LONGEST_RATIO * mtbf_seconds
    # What is stuck has no course: its exponentials would be past all numbers.
    mtbf_seconds = where(is_stuck, longest / LONGEST_RATIO, mtbf_seconds)
    segments, interval_seconds, held_seconds = _divided(stops, mtbf_seconds, work_seconds)
    waiting_seconds = interruption.waiting_seconds(
        held_seconds=held_seconds,
        preemptions_per_second=events_per_second,
        capacity_wait_seconds=stops.capacity_wait_seconds,
    )
    checkpoint_seconds = segments * stops.checkpoint_seconds
    is_short = held_seconds + waiting_seconds <= LONGEST_RATIO * (work_seconds + checkpoint_seconds)
    restart_seconds = interruption.restarting_seconds(
        held_seconds=held_seconds, restart_seconds=stops.restart_seconds, mtbf_seconds=mtbf_seconds
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
        segments = _best_segments(stops.checkpoint_seconds, mtbf_seconds, work_seconds)
        interval_seconds = work_seconds / segments
        return (
            segments,
            interval_seconds,
            _held_seconds(stops, mtbf_seconds, work_seconds, interval_seconds),
        )
    # A given interval leaves a shorter one at the end.
    interval_seconds = least(given, work_seconds)
    segments = ceil(work_seconds / interval_seconds - WHOLE)
    rest_seconds = work_seconds - (segments - 1.0) * interval_seconds
    # Of so many intervals that one more or less is the same number, the last is as the others.
    rest_seconds = where(rest_seconds > 0.0, rest_seconds, interval_seconds)
    held_seconds = _held_seconds(
        stops, mtbf_seconds, work_seconds - rest_seconds, interval_seconds
    ) + _held_seconds(stops, mtbf_seconds, rest_seconds, rest_seconds)
    return segments, interval_seconds, held_seconds


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
    best of all. Near the trough it is a / n + b · n, which is the same for n and n + 1 where the
    best of all is √(n · (n + 1)).
    """
    most = greatest(floor(work_seconds / SHORTEST_INTERVAL_SECONDS), 1.0)
    cheapest = FREE * mtbf_seconds
    best = interruption.best_interval_seconds(
        checkpoint_seconds=greatest(checkpoint_seconds, cheapest), mtbf_seconds=mtbf_seconds
    )
    ideal = work_seconds / best
    fewer = least(greatest(floor(ideal), 1.0), most)
    more = least(fewer + 1.0, most)
    few = fewer * expm1((work_seconds / fewer + checkpoint_seconds) / mtbf_seconds)
    many = more * expm1((work_seconds / more + checkpoint_seconds) / mtbf_seconds)
    is_fewer = where(fewer < MANY, few <= many, ideal * ideal <= fewer * more)
    return where(checkpoint_seconds < cheapest, most, where(is_fewer, fewer, more))
