"""The interruption formulas against a simulation that knows none of their algebra."""

import math
import random
from statistics import fmean, pstdev

import pytest

from pricing.formulas import interruption

SEGMENTS = 60_000
RUNS = 4000


class Failures:
    """A clock on which failures happen at random, whatever the job is doing."""

    def __init__(self, seed: str, mtbf_seconds: float) -> None:
        self.lots = random.Random(seed)  # noqa: S311 -- the lots of a test are no secret
        self.mtbf_seconds = mtbf_seconds
        self.now = 0.0
        self.next_failure = self.lots.expovariate(1.0 / mtbf_seconds)

    def passes(self, seconds: float) -> bool:
        """Let the time pass, or only as much of it as there is until the next failure."""
        if self.now + seconds <= self.next_failure:
            self.now += seconds
            return True
        self.now = self.next_failure
        self.next_failure += self.lots.expovariate(1.0 / self.mtbf_seconds)
        return False


def simulated(
    failures: Failures,
    segments: int,
    *,
    interval_seconds: float,
    checkpoint_seconds: float,
    restart_seconds: float,
) -> float:
    """Time that a job of so many segments takes: work, checkpoint, and again after a failure.

    Failures strike during work, checkpoints and restarts; a restart that fails starts over.
    """
    started = failures.now
    for _ in range(segments):
        while not failures.passes(interval_seconds + checkpoint_seconds):
            while not failures.passes(restart_seconds):
                pass
    return failures.now - started


COURSES = {
    "rare failures": (86_400.0, 2600.0, 40.0, 600.0),
    "a large cluster": (11_000.0, 250.0, 3.0, 600.0),
    "dear checkpoints": (5000.0, 1500.0, 300.0, 60.0),
    "long restarts": (5000.0, 500.0, 20.0, 2500.0),
    "an interval as long as the time between failures": (1000.0, 1000.0, 50.0, 100.0),
    "free checkpoints and restarts": (1000.0, 100.0, 0.0, 0.0),
    "more failures than work": (300.0, 400.0, 100.0, 200.0),
}


@pytest.mark.parametrize("course", COURSES)
def test_expected_wall_clock_is_that_of_a_simulation(course: str) -> None:
    mtbf, interval, checkpoint, restart = COURSES[course]
    mean = simulated(
        Failures(course, mtbf),
        SEGMENTS,
        interval_seconds=interval,
        checkpoint_seconds=checkpoint,
        restart_seconds=restart,
    )

    # Of 60,000 segments the mean has a standard error of 0.7% at most.
    assert interruption.wall_clock_seconds(
        work_seconds=SEGMENTS * interval,
        interval_seconds=interval,
        checkpoint_seconds=checkpoint,
        restart_seconds=restart,
        mtbf_seconds=mtbf,
    ) == pytest.approx(mean, rel=0.015)


@pytest.mark.parametrize(
    "course", ["rare failures", "a large cluster", "free checkpoints and restarts"]
)
def test_deviation_of_the_wall_clock_is_that_of_a_simulation(course: str) -> None:
    mtbf, interval, checkpoint, restart = COURSES[course]
    segments = max(1, round(10.0 * mtbf / interval))
    failures = Failures(course, mtbf)
    times = [
        simulated(
            failures,
            segments,
            interval_seconds=interval,
            checkpoint_seconds=checkpoint,
            restart_seconds=restart,
        )
        for _ in range(RUNS // max(1, segments // 100))
    ]

    # The formula leaves out that stops interrupt restarts too; a sample deviation is sure to 5%.
    assert interruption.wall_clock_deviation_seconds(
        wall_clock_seconds=fmean(times),
        interval_seconds=interval,
        checkpoint_seconds=checkpoint,
        restart_seconds=restart,
        mtbf_seconds=mtbf,
    ) == pytest.approx(pstdev(times), rel=0.12)


def optimum(checkpoint_seconds: float, mtbf_seconds: float) -> float:
    """The interval of the shortest run, by golden-section search on the wall clock."""

    def wall_clock(interval: float) -> float:
        stretched = math.expm1((interval + checkpoint_seconds) / mtbf_seconds)
        return mtbf_seconds / interval * stretched

    low, high = 1e-6 * mtbf_seconds, 3.0 * mtbf_seconds
    golden = (math.sqrt(5.0) - 1.0) / 2.0
    while high - low > 1e-7 * mtbf_seconds:
        left, right = high - golden * (high - low), low + golden * (high - low)
        if wall_clock(left) < wall_clock(right):
            high = right
        else:
            low = left
    return (low + high) / 2.0


@pytest.mark.parametrize("mtbf_seconds", [300.0, 11_000.0, 1e6])
@pytest.mark.parametrize("ratio", [1e-5, 1e-3, 0.01, 0.1])
def test_best_interval_is_the_numeric_optimum(mtbf_seconds: float, ratio: float) -> None:
    checkpoint_seconds = ratio * mtbf_seconds

    assert interruption.best_interval_seconds(
        checkpoint_seconds=checkpoint_seconds, mtbf_seconds=mtbf_seconds
    ) == pytest.approx(optimum(checkpoint_seconds, mtbf_seconds), rel=0.01)


@pytest.mark.parametrize("ratio", [1e-5, 0.01, 0.5, 1.0, 1.9])
def test_best_interval_costs_within_a_percent_of_the_least(ratio: float) -> None:
    def wall_clock(interval_seconds: float) -> float:
        return float(
            interruption.wall_clock_seconds(
                work_seconds=1e6,
                interval_seconds=interval_seconds,
                checkpoint_seconds=1000.0 * ratio,
                restart_seconds=60.0,
                mtbf_seconds=1000.0,
            )
        )

    best = interruption.best_interval_seconds(
        checkpoint_seconds=1000.0 * ratio, mtbf_seconds=1000.0
    )

    assert wall_clock(best) <= 1.01 * wall_clock(optimum(1000.0 * ratio, 1000.0))


def test_first_order_is_youngs_formula() -> None:
    # √(2 · 40 · 86,400) = 2629 s; the higher order is 1% lower.
    assert interruption.best_interval_seconds(
        checkpoint_seconds=40.0, mtbf_seconds=86_400.0
    ) == pytest.approx(math.sqrt(2 * 40 * 86_400), rel=0.015)


def test_rates_of_stops_add_up() -> None:
    # 1000 devices that fail every 50,000 h, and a preemption every 100 h: 1/50 + 1/100 an hour
    assert interruption.job_mtbf_seconds(
        failures_per_device_second=1.0 / (50_000 * 3600),
        devices=1000.0,
        other_per_second=1.0 / (100 * 3600),
    ) == pytest.approx(3600 / 0.03, rel=1e-13)


def test_monthly_share_becomes_an_hourly_rate_that_reclaims_it() -> None:
    rate = interruption.hourly_rate(monthly_fraction=0.2, hours_per_month=730.0)

    assert 1.0 - math.exp(-730.0 * rate) == pytest.approx(0.2, rel=1e-12)


def test_run_that_never_stops_takes_its_work_and_its_checkpoints() -> None:
    # 1e6 s of work with 10 s of checkpoint every 1000 s
    assert interruption.wall_clock_seconds(
        work_seconds=1e6,
        interval_seconds=1000.0,
        checkpoint_seconds=10.0,
        restart_seconds=600.0,
        mtbf_seconds=1e15,
    ) == pytest.approx(1.01e6, rel=1e-9)
