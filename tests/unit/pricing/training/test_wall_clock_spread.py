"""The expected course of a run and its spread, against runs that are gone through stop by stop."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from msgspec.structs import astuple, replace

from pricing.training.course import Course, Run, Stops
from pricing.training.feasibility import course_of
from pricing.training.wall_clock_spread import spread_of
from tests.failures import Clock, Job, clock

RUNS = 10_000

# Devices, hours of work, hours between failures of a device, checkpoint and restart [seconds],
# preemptions of an instance a month, instances, how many go at once, and the wait [seconds].
PLAIN = {
    "a week on a node": (8, 168.0, 50_000.0, 20.0, 600.0),
    "a month on 256": (256, 720.0, 50_000.0, 5.0, 600.0),
    "two months on 2,048": (2048, 1300.0, 50_000.0, 3.0, 600.0),
    "weak hardware and slow restarts": (1024, 400.0, 10_000.0, 120.0, 7200.0),
    "dear checkpoints": (512, 300.0, 20_000.0, 1800.0, 900.0),
    "more lost than worked": (4096, 60.0, 12_000.0, 900.0, 5400.0),
}
SPOT = {
    "calm spot": (64, 300.0, 50_000.0, 10.0, 600.0, 0.1, 8.0, 1.0, 1800.0),
    "scarce spot": (64, 300.0, 50_000.0, 10.0, 600.0, 30.0, 8.0, 2.1, 1800.0),
    "spot that goes all at once": (128, 200.0, 50_000.0, 20.0, 600.0, 10.0, 16.0, 9.3, 7200.0),
    "one instance and long waits": (8, 500.0, 50_000.0, 30.0, 600.0, 12.0, 1.0, 1.0, 14_400.0),
}


def stops_of(case: tuple[float, ...]) -> tuple[Run, Stops]:
    devices, hours, mtbf_hours, checkpoint, restart, *spot = case
    monthly, instances, together, wait = spot or (0.0, 1.0, 1.0, 0.0)
    run = Run(
        device_count=int(devices),
        productive_device_hours=hours * devices,
        overhead_ratio=1.0,
        headroom_fraction=0.0,
    )
    return run, Stops(
        failures_per_device_second=1.0 / (mtbf_hours * 3600.0),
        checkpoint_seconds=checkpoint,
        checkpoint_gigabytes=1.0,
        interval_seconds=None,
        restart_seconds=restart,
        preemptions_per_instance_second=monthly / (730.0 * 3600.0),
        instance_count=instances,
        instances_per_event=together,
        capacity_wait_seconds=wait,
    )


def simulated(case: tuple[float, ...], course: Course, seed: str) -> Clock:
    """Runs with the same number of intervals, at rates worked out from the case alone."""
    devices, hours, mtbf_hours, checkpoint, restart, *spot = case
    monthly, instances, together, wait = spot or (0.0, 1.0, 1.0, 0.0)
    failures, events = devices / mtbf_hours, monthly * instances / together / 730.0
    job = Job(
        mtbf=3600.0 / (failures + events),
        interval=hours * 3600.0 / course.segments,
        checkpoint=checkpoint,
        restart=restart,
        preempted=events / (failures + events),
        wait=wait,
    )
    return clock(job, int(course.segments), RUNS, seed=seed)


@pytest.mark.parametrize("name", [*PLAIN, *SPOT])
def test_course_and_spread_are_those_of_a_simulation(name: str) -> None:
    case = (PLAIN | SPOT)[name]
    run, stops = stops_of(case)
    course, spread = course_of(run, stops), spread_of(run, stops)
    ends = simulated(case, course, name)
    times = ends.now / course.wall_clock_seconds

    # 10,000 runs: the means are sure to 0.4%, the percentiles to 0.7% of the wall clock.
    assert times.mean() == pytest.approx(1.0, rel=0.01)
    assert ends.waited.mean() == pytest.approx(
        course.waiting_seconds, rel=0.03, abs=1e-3 * course.wall_clock_seconds
    )
    assert np.quantile(times, [0.1, 0.5, 0.9]) == pytest.approx(
        [spread.low, spread.middle, spread.high], rel=0.01
    )


@pytest.mark.parametrize("rest_fraction", [0.02, 0.3, 0.9])
@pytest.mark.parametrize("name", ["dear checkpoints", "weak hardware and slow restarts"])
def test_spread_of_a_given_interval_is_that_of_a_simulation(
    name: str, rest_fraction: float
) -> None:
    """Two long intervals and a shorter one vary more than three of equal length."""
    devices, hours, mtbf_hours, checkpoint, restart = PLAIN[name]
    hours = 3.0 * mtbf_hours / devices
    run, stops = stops_of((devices, hours, mtbf_hours, checkpoint, restart))
    interval = hours * 3600.0 / (2.0 + rest_fraction)
    stops = replace(stops, interval_seconds=interval)
    course, spread = course_of(run, stops), spread_of(run, stops)
    running = Clock(
        Job(mtbf_hours * 3600.0 / devices, interval, checkpoint, restart), RUNS, seed=name
    )
    for length in (1.0, 1.0, rest_fraction):
        running.segment(length * interval + checkpoint)
    times = running.now / course.wall_clock_seconds

    assert times.mean() == pytest.approx(1.0, rel=0.02)
    assert np.quantile(times, [0.1, 0.5, 0.9]) == pytest.approx(
        [spread.low, spread.middle, spread.high], rel=0.05
    )


@pytest.mark.parametrize("wait_hours", [1.0, 24.0, 720.0])
@pytest.mark.parametrize("monthly", [1e-3, 1e-2, 1e-1])
def test_no_wait_makes_a_run_shorter(monthly: float, wait_hours: float) -> None:
    """However rare and long it is, which leaves most runs as they are and moves the mean."""
    weak = PLAIN["weak hardware and slow restarts"]
    run, stops = stops_of((*weak, monthly, 128.0, 2.1, wait_hours * 3600.0))

    def ends(these: Stops) -> list[float]:
        mean_seconds = course_of(run, these).wall_clock_seconds
        return [ratio * mean_seconds for ratio in astuple(spread_of(run, these))]

    for without, beside in zip(
        ends(replace(stops, capacity_wait_seconds=0.0)), ends(stops), strict=True
    ):
        assert beside >= without * (1.0 - 1e-12)


@pytest.mark.parametrize("band_ratio", [1.02, 1.25, 2.0])
@pytest.mark.parametrize("name", ["a week on a node", "weak hardware and slow restarts"])
def test_doubt_about_the_work_joins_that_about_the_stops(name: str, band_ratio: float) -> None:
    case = PLAIN[name]
    run, stops = stops_of(case)
    course = course_of(run, stops)
    times = simulated(case, course, name).now / course.wall_clock_seconds
    normal = NormalDist()
    doubt = math.log(band_ratio) / normal.inv_cdf(0.9)
    # Evenly over the distribution, and in no order: draws would be sure to 1% only.
    scores = [normal.inv_cdf((place + 0.5) / times.size) for place in range(times.size)]
    scatter = np.random.default_rng(1).permutation(scores) * doubt - 0.5 * doubt * doubt
    spread = spread_of(replace(run, band_ratio=band_ratio), stops)

    assert np.quantile(times * np.exp(scatter), [0.1, 0.5, 0.9]) == pytest.approx(
        [spread.low, spread.middle, spread.high], rel=0.01
    )


def test_run_that_is_hardly_ever_stopped_takes_its_work_and_its_checkpoints() -> None:
    run, stops = stops_of((8, 2.0, 1e9, 20.0, 600.0))
    course, spread = course_of(run, stops), spread_of(run, stops)

    assert (spread.low, spread.middle, spread.high) == pytest.approx((1.0, 1.0, 1.0), rel=1e-6)
    assert course.wall_clock_seconds == pytest.approx(7200.0 + 20.0, rel=1e-6)
