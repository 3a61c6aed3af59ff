"""The interruption formulas against simulations that know none of their algebra."""

import math

import pytest

from pricing.formulas import interruption
from tests.failures import Job, mean_wall_clock, wall_clocks

SEGMENTS = 400_000
RUNS = 4000

# Mean time between stops, then interval, checkpoint, restart [seconds], the share of stops that
# take capacity, and the mean wait for it [seconds].
COURSES = {
    "rare failures": Job(86_400.0, 2600.0, 40.0, 600.0),
    "a large cluster": Job(11_000.0, 250.0, 3.0, 600.0),
    "dear checkpoints": Job(5000.0, 1500.0, 300.0, 60.0),
    "long restarts": Job(5000.0, 500.0, 20.0, 2500.0),
    "an interval as long as the time between failures": Job(1000.0, 1000.0, 50.0, 100.0),
    "free checkpoints and restarts": Job(1000.0, 100.0, 0.0, 0.0),
    "more failures than work": Job(300.0, 400.0, 100.0, 200.0),
    "restarts as long as the time between failures": Job(1000.0, 200.0, 20.0, 1000.0),
    "spot": Job(20_000.0, 500.0, 10.0, 600.0, preempted=0.9, wait=1800.0),
    "scarce spot": Job(3000.0, 300.0, 20.0, 300.0, preempted=0.95, wait=7200.0),
}


@pytest.mark.parametrize("course", COURSES)
def test_expected_wall_clock_is_that_of_a_simulation(course: str) -> None:
    job = COURSES[course]
    held_seconds = interruption.wall_clock_seconds(
        work_seconds=SEGMENTS * job.interval,
        interval_seconds=job.interval,
        checkpoint_seconds=job.checkpoint,
        restart_seconds=job.restart,
        mtbf_seconds=job.mtbf,
    )
    waiting_seconds = interruption.waiting_seconds(
        held_seconds=held_seconds,
        preemptions_per_second=job.preempted / job.mtbf,
        capacity_wait_seconds=job.wait,
    )

    # Of 400,000 segments the mean has a standard error of 0.3% at most.
    assert held_seconds + waiting_seconds == pytest.approx(
        mean_wall_clock(job, SEGMENTS, seed=course), rel=0.01
    )


@pytest.mark.parametrize("course", COURSES)
def test_deviation_of_the_wall_clock_is_that_of_a_simulation(course: str) -> None:
    job = COURSES[course]
    times = wall_clocks(job, 30, RUNS, seed=course)

    # The deviation of 4,000 runs is sure to 1 or 2%, to 4% where a few long waits make it.
    assert interruption.wall_clock_deviation_seconds(
        segments=30.0,
        segment_seconds=job.interval + job.checkpoint,
        restart_seconds=job.restart,
        mtbf_seconds=job.mtbf,
        preempted_fraction=job.preempted,
        capacity_wait_seconds=job.wait,
    ) == pytest.approx(times.std(), rel=0.1)


@pytest.mark.parametrize("share", [1e-7, 1e-3, 0.0999, 0.1001, 1.0, 10.0])
def test_deviation_is_the_same_by_series_and_by_closed_form(share: float) -> None:
    # Of a segment without restarts: M² · (e^2u − 2u·e^u − 1), or u³/3 + u⁴/3 + 11u⁵/60 for small u.
    exact = math.exp(2.0 * share) - 2.0 * share * math.exp(share) - 1.0
    expected = exact if share > 0.01 else share**3 / 3.0 + share**4 / 3.0 + 11.0 * share**5 / 60.0

    assert interruption.wall_clock_deviation_seconds(
        segments=1.0,
        segment_seconds=1000.0 * share,
        restart_seconds=0.0,
        mtbf_seconds=1000.0,
        preempted_fraction=0.0,
        capacity_wait_seconds=0.0,
    ) == pytest.approx(1000.0 * math.sqrt(expected), rel=1e-6)


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
@pytest.mark.parametrize("ratio", [1e-5, 1e-3, 0.01, 0.1, 0.5, 1.0, 1.9, 2.1, 5.0])
def test_best_interval_is_the_numeric_optimum(mtbf_seconds: float, ratio: float) -> None:
    checkpoint_seconds = ratio * mtbf_seconds

    # The search itself is sure to a thousandth: the trough is flat.
    assert interruption.best_interval_seconds(
        checkpoint_seconds=checkpoint_seconds, mtbf_seconds=mtbf_seconds
    ) == pytest.approx(optimum(checkpoint_seconds, mtbf_seconds), rel=0.002)


@pytest.mark.parametrize("ratio", [1e-9, 1e-5, 0.01, 0.5, 1.0, 1.9, 2.0, 10.0])
def test_best_interval_solves_its_equation(ratio: float) -> None:
    interval = interruption.best_interval_seconds(
        checkpoint_seconds=1000.0 * ratio, mtbf_seconds=1000.0
    )
    share = interval / 1000.0

    assert share == pytest.approx(-math.expm1(-(share + ratio)), rel=1e-9)


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


def test_instances_that_go_together_stop_the_run_less_often() -> None:
    # 64 instances, each taken twice a day, eight at a time: 16 events a day
    assert interruption.preemption_events_per_second(
        preemptions_per_instance_second=2 / 86_400, instances=64.0, instances_per_event=8.0
    ) == pytest.approx(16 / 86_400, rel=1e-13)


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


def test_restarting_takes_its_share_of_the_stops() -> None:
    # 1000 stops of 600 s, of which next to none is cut short
    assert interruption.restarting_seconds(
        held_seconds=1e9, restart_seconds=600.0, mtbf_seconds=1e6
    ) == pytest.approx(1000 * 600.0, rel=1e-3)


@pytest.mark.parametrize(("score", "quantile"), [(-1.2816, 0.10536), (0.0, 0.69315)])
def test_loss_of_one_stop_is_nearly_exponential(score: float, quantile: float) -> None:
    # A gamma distribution of which mean and deviation are equal is the exponential one; the
    # cube root is good to 1% there above the first tenth, and to 7% of a small number in it.
    assert interruption.loss_quantile_seconds(
        mean_seconds=1000.0, deviation_seconds=1000.0, normal_score=score
    ) == pytest.approx(1000.0 * quantile, rel=0.07)
