"""Runs: how long a training run takes once failures, preemptions and checkpoints are in."""

from collections.abc import Callable
from functools import lru_cache
from math import ceil, expm1, floor

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.formulas import interruption
from pricing.units import SECONDS_PER_HOUR

LONGEST_RATIO = 20.0
"""Wall clock over work and checkpoints past which a run is refused as one that never finishes."""

SHORTEST_INTERVAL_SECONDS = 1.0
"""Below which no checkpoint is placed, however cheap it is."""

FREE = 1e-18
"""Share of the time between stops below which a checkpoint costs nothing."""

WHOLE = 1e-9
"""How far from a whole number of intervals a given one may be and count as one."""

BISECTIONS = 60


class Run(Struct, frozen=True, gc=False, cache_hash=True):
    """The work: productive device-hours on `device_count` devices.

    overhead_ratio: billed over productive hours for evaluation, warm-up and reruns, without
    interruptions; headroom_fraction: failed and abandoned experiments besides;
    evaluation_fraction: evaluation besides; band_ratio: 80% of runs like it take between the
    expected hours divided and multiplied by it.
    """

    device_count: int
    productive_device_hours: float
    overhead_ratio: float
    headroom_fraction: float
    evaluation_fraction: float = 0.0
    band_ratio: float = 1.0

    @property
    def work_hours(self) -> float:
        """Hours of all devices at work, overhead included, without interruption."""
        return self.productive_device_hours * self.overhead_ratio / self.device_count

    @property
    def held_ratio(self) -> float:
        """Hours that are held for the run and all around it, over those of the run."""
        return 1.0 + self.headroom_fraction + self.evaluation_fraction


class Stops(Struct, frozen=True, gc=False, cache_hash=True):
    """What stops the run and what a stop costs; interval None asks for the best.

    instance_count: spot instances, each of which may be preempted; instances_per_event: how
    many a preemption takes.
    """

    failures_per_device_second: float
    checkpoint_seconds: float
    checkpoint_gigabytes: float
    interval_seconds: float | None
    restart_seconds: float
    preemptions_per_instance_second: float = 0.0
    instance_count: float = 1.0
    instances_per_event: float = 1.0
    capacity_wait_seconds: float = 0.0

    @property
    def events_per_second(self) -> float:
        """Preemptions that stop the run."""
        return float(
            interruption.preemption_events_per_second(
                preemptions_per_instance_second=self.preemptions_per_instance_second,
                instances=self.instance_count,
                instances_per_event=self.instances_per_event,
            )
        )


class Course(Struct, frozen=True, gc=False):
    """The expected course of the run, which adds up to the wall clock [seconds].

    held: with all devices; waiting: for capacity, after preemptions; segments: intervals, each
    closed by a checkpoint.
    """

    held_seconds: float
    waiting_seconds: float
    work_seconds: float
    checkpoint_seconds: float
    rework_seconds: float
    restart_seconds: float
    interval_seconds: float
    segments: float
    mtbf_seconds: float
    preemptions: float

    @property
    def wall_clock_seconds(self) -> float:
        """From start to end."""
        return self.held_seconds + self.waiting_seconds

    @property
    def interruptions(self) -> float:
        """Stops of either kind."""
        return self.held_seconds / self.mtbf_seconds


@lru_cache(maxsize=8192)
def course_of(run: Run, stops: Stops) -> Course:
    """The expected course of a run. Raises Infeasible for one that would never finish.

    Kept, since neither price nor place changes it.
    """
    course = _course(run, stops)
    if course is None:
        raise _never(run, stops)
    return course


def stretch_ratio(run: Run, failures: Stops) -> float:
    """Wall clock over work under hardware failures alone, 1 where the run would not finish."""
    course = _course(run, failures)
    return 1.0 if course is None else course.wall_clock_seconds / course.work_seconds


def _course(run: Run, stops: Stops) -> Course | None:
    """The course, None where it takes twenty times what it would without a stop.

    Such a run loses work about as fast as it does it.
    """
    events_per_second = stops.events_per_second
    mtbf_seconds = interruption.job_mtbf_seconds(
        failures_per_device_second=stops.failures_per_device_second,
        devices=float(run.device_count),
        other_per_second=events_per_second,
    )
    work_seconds = run.work_hours * SECONDS_PER_HOUR
    longest = max(stops.checkpoint_seconds, stops.restart_seconds, stops.interval_seconds or 0.0)
    if longest >= LONGEST_RATIO * mtbf_seconds:
        return None
    interval_seconds = stops.interval_seconds
    if interval_seconds is None:
        segments = _best_segments(stops.checkpoint_seconds, mtbf_seconds, work_seconds)
        interval_seconds = work_seconds / segments
        held_seconds = _held_seconds(stops, mtbf_seconds, work_seconds, interval_seconds)
    else:
        # A given interval leaves a shorter one at the end.
        interval_seconds = min(interval_seconds, work_seconds)
        segments = ceil(work_seconds / interval_seconds - WHOLE)
        rest_seconds = work_seconds - (segments - 1) * interval_seconds
        held_seconds = _held_seconds(
            stops, mtbf_seconds, work_seconds - rest_seconds, interval_seconds
        ) + _held_seconds(stops, mtbf_seconds, rest_seconds, rest_seconds)
    waiting_seconds = interruption.waiting_seconds(
        held_seconds=held_seconds,
        preemptions_per_second=events_per_second,
        capacity_wait_seconds=stops.capacity_wait_seconds,
    )
    checkpoint_seconds = segments * stops.checkpoint_seconds
    if held_seconds + waiting_seconds > LONGEST_RATIO * (work_seconds + checkpoint_seconds):
        return None
    restart_seconds = interruption.restarting_seconds(
        held_seconds=held_seconds,
        restart_seconds=stops.restart_seconds,
        mtbf_seconds=mtbf_seconds,
    )
    return Course(
        held_seconds=held_seconds,
        waiting_seconds=waiting_seconds,
        work_seconds=work_seconds,
        checkpoint_seconds=checkpoint_seconds,
        rework_seconds=held_seconds - work_seconds - checkpoint_seconds - restart_seconds,
        restart_seconds=restart_seconds,
        interval_seconds=interval_seconds,
        segments=float(segments),
        mtbf_seconds=mtbf_seconds,
        preemptions=held_seconds * events_per_second,
    )


def _held_seconds(
    stops: Stops, mtbf_seconds: float, work_seconds: float, interval_seconds: float
) -> float:
    return float(
        interruption.wall_clock_seconds(
            work_seconds=work_seconds,
            interval_seconds=interval_seconds,
            checkpoint_seconds=stops.checkpoint_seconds,
            restart_seconds=stops.restart_seconds,
            mtbf_seconds=mtbf_seconds,
        )
    )


def _best_segments(checkpoint_seconds: float, mtbf_seconds: float, work_seconds: float) -> int:
    """The whole number of intervals that makes the run shortest.

    The wall clock has one trough over the number, so that the best whole one is next to the
    best of all.
    """
    most = max(1, floor(work_seconds / SHORTEST_INTERVAL_SECONDS))
    if checkpoint_seconds < FREE * mtbf_seconds:
        return most
    best: float = interruption.best_interval_seconds(
        checkpoint_seconds=checkpoint_seconds, mtbf_seconds=mtbf_seconds
    )
    fewer = floor(work_seconds / best)
    if fewer >= most:
        return most
    if fewer < 1:
        return 1
    few = fewer * expm1((work_seconds / fewer + checkpoint_seconds) / mtbf_seconds)
    more = fewer + 1
    many = more * expm1((work_seconds / more + checkpoint_seconds) / mtbf_seconds)
    return fewer if few <= many else more


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
        )
    stuck = (
        f"a checkpoint takes {stops.checkpoint_seconds:.3g} s and a restart"
        f" {stops.restart_seconds:.3g} s"
    )
    calm = replace(stops, preemptions_per_instance_second=0.0)
    if _course(run, calm) is not None:
        rate = _highest(
            lambda rate: _course(run, replace(stops, preemptions_per_instance_second=rate)),
            stops.preemptions_per_instance_second,
        )
        return Infeasible(
            f"the run would never finish: at {_hourly(stops.preemptions_per_instance_second)}"
            f" preemptions per instance-hour {stuck}; it would below {_hourly(rate)}",
            field="reliability.spot_preemptions_per_instance_hour",
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
