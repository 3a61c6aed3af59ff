"""Runs: how long a training run takes once failures, preemptions and checkpoints are in."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Device
from pricing.errors import Infeasible
from pricing.formulas import interruption
from pricing.quotes.ledger import Ledger
from pricing.quotes.purchasing import Bought
from pricing.quotes.queries import Reliability
from pricing.units import BYTES_PER_GIGABYTE, HOURS_PER_MONTH, SECONDS_PER_HOUR

LONGEST_RATIO = 20.0
"""Wall clock over work past which a run is refused as one that never finishes."""

SHORTEST_INTERVAL_SECONDS = 1.0


class Run(Struct, frozen=True, gc=False):
    """The work: productive device-hours on `device_count` devices.

    overhead_ratio: billed over productive hours for evaluation, warm-up and reruns, without
    interruptions; headroom_fraction: failed and abandoned experiments besides; band_ratio:
    80% of runs like it take between the expected hours divided and multiplied by it.
    """

    device_count: int
    productive_device_hours: float
    overhead_ratio: float
    headroom_fraction: float
    band_ratio: float = 1.0

    @property
    def work_hours(self) -> float:
        """Hours of all devices at work, overhead included, without interruption."""
        return self.productive_device_hours * self.overhead_ratio / self.device_count


class Stops(Struct, frozen=True, gc=False):
    """What stops the run and what a stop costs; interval None asks for the best."""

    failures_per_device_second: float
    preemptions_per_instance_second: float
    instance_count: float
    checkpoint_seconds: float
    interval_seconds: float | None
    failure_restart_seconds: float
    preemption_restart_seconds: float


class Course(Struct, frozen=True, gc=False):
    """The expected wall clock, and what it comes from [seconds]."""

    wall_clock_seconds: float
    interval_seconds: float
    mtbf_seconds: float
    restart_seconds: float


class Plan(Struct, frozen=True, gc=False):
    """The expected course of the run [hours], which adds up to the wall clock."""

    wall_clock_hours: float
    overhead_hours: float
    checkpoint_hours: float
    lost_hours: float
    deviation_hours: float
    interval_seconds: float
    interruptions: float


def failures_of(
    ledger: Ledger,
    device: Device,
    given: Reliability,
    run: Run,
    *,
    checkpoint_parameters: float,
) -> Stops:
    """The caller's rates of hardware failures, else the published ones.

    checkpoint_parameters: what a checkpoint holds, the parameters that learn [count].
    """
    mtbf_hours = given.device_mtbf_hours
    if mtbf_hours is None:
        mtbf_hours = ledger.assume(_mtbf_key(ledger, device))
    restart_seconds = given.restart_seconds
    if restart_seconds is None:
        restart_seconds = ledger.assume("training.restart_seconds")
    checkpoint_seconds = given.checkpoint_write_seconds
    if checkpoint_seconds is None:
        checkpoint_seconds = _checkpoint_seconds(ledger, checkpoint_parameters, run)
    return Stops(
        failures_per_device_second=1.0 / (mtbf_hours * SECONDS_PER_HOUR),
        preemptions_per_instance_second=0.0,
        instance_count=max(1.0, run.device_count / device.node_device_count),
        checkpoint_seconds=checkpoint_seconds,
        interval_seconds=given.checkpoint_interval_seconds,
        failure_restart_seconds=restart_seconds,
        preemption_restart_seconds=restart_seconds,
    )


def stops_of(
    ledger: Ledger, failures: Stops, given: Reliability, bought: Bought, run: Run
) -> Stops:
    """What stops a run on bought capacity: spot is preempted besides, and must be found anew."""
    if bought.price.option != "spot":
        return failures
    wait_seconds = ledger.assume("spot.capacity_wait_seconds")
    size = bought.instance_device_count
    return replace(
        failures,
        preemptions_per_instance_second=(
            _preemptions_per_hour(ledger, given, bought) / SECONDS_PER_HOUR
        ),
        instance_count=max(1.0, run.device_count / size) if size else failures.instance_count,
        preemption_restart_seconds=failures.failure_restart_seconds + wait_seconds,
    )


def stretch_ratio(run: Run, failures: Stops) -> float:
    """Wall clock over work under hardware failures alone, 1 where the run would not finish."""
    try:
        return course_of(run, failures).wall_clock_seconds / (run.work_hours * SECONDS_PER_HOUR)
    except Infeasible:
        return 1.0


def schedule(run: Run, stops: Stops) -> Plan:
    """The expected course of a run. Raises Infeasible for one that would never finish."""
    course = course_of(run, stops)
    work_seconds = run.work_hours * SECONDS_PER_HOUR
    checkpointing_seconds = work_seconds * stops.checkpoint_seconds / course.interval_seconds
    lost_seconds = course.wall_clock_seconds - work_seconds - checkpointing_seconds
    deviation_seconds = interruption.wall_clock_deviation_seconds(
        wall_clock_seconds=course.wall_clock_seconds,
        interval_seconds=course.interval_seconds,
        checkpoint_seconds=stops.checkpoint_seconds,
        restart_seconds=course.restart_seconds,
        mtbf_seconds=course.mtbf_seconds,
    )
    return Plan(
        wall_clock_hours=course.wall_clock_seconds / SECONDS_PER_HOUR,
        overhead_hours=run.work_hours * (1.0 - 1.0 / run.overhead_ratio),
        checkpoint_hours=checkpointing_seconds / SECONDS_PER_HOUR,
        lost_hours=lost_seconds / SECONDS_PER_HOUR,
        deviation_hours=deviation_seconds / SECONDS_PER_HOUR,
        interval_seconds=course.interval_seconds,
        interruptions=course.wall_clock_seconds / course.mtbf_seconds,
    )


@lru_cache(maxsize=8192)
def course_of(run: Run, stops: Stops) -> Course:
    """The wall clock of a run, and the interval and rates that it comes from.

    Kept, since neither price nor place changes it.

    Raises Infeasible where the run would take more than twenty times its work: it loses work
    about as fast as it does it.
    """
    preemptions_per_second = stops.preemptions_per_instance_second * stops.instance_count
    mtbf_seconds = interruption.job_mtbf_seconds(
        failures_per_device_second=stops.failures_per_device_second,
        devices=float(run.device_count),
        other_per_second=preemptions_per_second,
    )
    # Stops of the two kinds come in proportion to their rates.
    restart_seconds = stops.failure_restart_seconds + preemptions_per_second * mtbf_seconds * (
        stops.preemption_restart_seconds - stops.failure_restart_seconds
    )
    work_seconds = run.work_hours * SECONDS_PER_HOUR
    interval_seconds = _interval_seconds(stops, mtbf_seconds, work_seconds)
    longest = max(interval_seconds + stops.checkpoint_seconds, restart_seconds)
    if longest < LONGEST_RATIO * mtbf_seconds:
        wall_seconds = interruption.wall_clock_seconds(
            work_seconds=work_seconds,
            interval_seconds=interval_seconds,
            checkpoint_seconds=stops.checkpoint_seconds,
            restart_seconds=restart_seconds,
            mtbf_seconds=mtbf_seconds,
        )
        if wall_seconds <= LONGEST_RATIO * work_seconds:
            return Course(wall_seconds, interval_seconds, mtbf_seconds, restart_seconds)
    raise Infeasible(
        f"the run would never finish: it stops every {mtbf_seconds:.3g} s, and a checkpoint takes"
        f" {stops.checkpoint_seconds:.3g} s and a restart {restart_seconds:.3g} s",
        field=(
            "reliability.spot_preemptions_per_instance_hour"
            if preemptions_per_second
            else "reliability.device_mtbf_hours"
        ),
    )


def _interval_seconds(stops: Stops, mtbf_seconds: float, work_seconds: float) -> float:
    """The interval asked for, else the best one; never longer than the work itself."""
    interval_seconds = stops.interval_seconds
    if interval_seconds is None:
        interval_seconds = mtbf_seconds
        if stops.checkpoint_seconds < 2.0 * mtbf_seconds:
            interval_seconds = interruption.best_interval_seconds(
                checkpoint_seconds=stops.checkpoint_seconds, mtbf_seconds=mtbf_seconds
            )
    if interval_seconds > work_seconds:
        interval_seconds = work_seconds
    return (
        interval_seconds
        if interval_seconds > SHORTEST_INTERVAL_SECONDS
        else (SHORTEST_INTERVAL_SECONDS)
    )


def _mtbf_key(ledger: Ledger, device: Device) -> str:
    key = f"reliability.device_mtbf_hours.{device.architecture}"
    return key if key in ledger.catalog.assumptions else "reliability.device_mtbf_hours"


def _checkpoint_seconds(ledger: Ledger, parameters: float, run: Run) -> float:
    """All devices write their shard at once, until the store is the limit."""
    size = parameters * ledger.assume("training.checkpoint_bytes_per_parameter")
    gigabytes_per_second = min(
        ledger.assume("training.checkpoint_gigabytes_per_second") * run.device_count,
        ledger.assume("training.storage_gigabytes_per_second"),
    )
    return size / (gigabytes_per_second * BYTES_PER_GIGABYTE)


def _preemptions_per_hour(ledger: Ledger, given: Reliability, bought: Bought) -> float:
    """Per instance: the caller's, else the instance type's band, else that of its kind.

    Published bands are shares reclaimed within a month, and are turned into hourly rates.
    """
    if given.spot_preemptions_per_instance_hour is not None:
        return given.spot_preemptions_per_instance_hour
    band = ledger.catalog.reliability.get(
        f"spot.{bought.provider}.{bought.instance_type}.interruption_freq_band_pct_per_month"
    )
    if band is None:
        monthly = ledger.assume("spot.preemptions_per_month_fraction")
    else:
        monthly = ledger.note(band) / 100.0
    return float(
        interruption.hourly_rate(monthly_fraction=monthly, hours_per_month=HOURS_PER_MONTH)
    )
