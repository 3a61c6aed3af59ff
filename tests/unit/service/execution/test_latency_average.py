"""An operation is fetched when computing is slow in the mean."""

from service.execution.latency_average import LatencyAverage

THRESHOLD = 0.001


def test_what_is_quick_is_never_looked_up() -> None:
    pace = LatencyAverage(THRESHOLD, begins_slow=False)
    for _ in range(100):
        pace.note(THRESHOLD / 10)

    assert pace.is_slow is False


def test_one_slow_answer_says_nothing_about_the_next() -> None:
    pace = LatencyAverage(THRESHOLD, begins_slow=False)
    pace.note(1.0)

    assert pace.is_slow is False


def test_slow_answers_in_a_row_do() -> None:
    pace = LatencyAverage(THRESHOLD, begins_slow=False)
    for _ in range(10):
        pace.note(1.0)

    assert pace.is_slow is True


def test_a_busy_machine_makes_no_operation_slow() -> None:
    pace = LatencyAverage(THRESHOLD, begins_slow=False)
    for number in range(1000):
        pace.note(1.0 if number % 3 == 0 else THRESHOLD / 10)

        assert pace.is_slow is False


def test_heavy_work_is_looked_up_until_it_proves_quick() -> None:
    pace = LatencyAverage(THRESHOLD, begins_slow=True)
    before = pace.is_slow
    for _ in range(20):
        pace.note(THRESHOLD / 10)

    assert (before, pace.is_slow) == (True, False)


def test_without_a_threshold_everything_is() -> None:
    pace = LatencyAverage(0.0, begins_slow=False)

    assert (pace.is_slow, pace.is_very_slow) == (True, True)
