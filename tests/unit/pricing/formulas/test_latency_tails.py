from math import log

import pytest

from pricing.formulas import queueing
from pricing.formulas.waiting import latency_tails


def test_prefills_alone_are_an_m_m_1_queue() -> None:
    # half loaded, 0.1 s each: a mean wait of 0.1 s, and 1% wait longer than 0.2 s · ln(50)
    wait = {"queue_fraction": 0.5, "step_seconds": 0.0, "busy_fraction": 0.0} | {
        "queue_seconds": queueing.open_queue_seconds(prefill_seconds=0.1, load_fraction=0.5)
    }

    assert queueing.pass_wait_seconds(**wait) == pytest.approx(0.1, rel=1e-12)
    assert latency_tails.pass_wait_p99_seconds(**wait) == pytest.approx(0.2 * log(50.0), rel=1e-9)


def test_step_alone_is_waited_for_by_half_and_by_nearly_all_of_it() -> None:
    wait = {"queue_fraction": 0.0, "queue_seconds": 0.1, "busy_fraction": 1.0}

    assert queueing.pass_wait_seconds(**wait, step_seconds=0.04) == 0.02
    assert latency_tails.pass_wait_p99_seconds(**wait, step_seconds=0.04) == pytest.approx(0.0396)


def test_rare_full_batch_does_not_reach_the_99th_percentile() -> None:
    seen = {"first_seconds": 0.1, "pass_wait_seconds": 0.05, "pass_wait_p99_seconds": 0.2}

    assert latency_tails.ttft_p99_seconds(
        **seen, slot_wait_seconds=10.0, full_batch_fraction=0.001
    ) == pytest.approx(0.3)


def test_pace_without_company_has_no_tail() -> None:
    assert (
        latency_tails.tpot_p99_seconds(
            steady_seconds=0.01, varying_seconds=0.0, deviation_seconds=0.0
        )
        == 0.01
    )
