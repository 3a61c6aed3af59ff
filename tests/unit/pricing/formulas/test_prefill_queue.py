"""Waits for the prefills of others, a fixed number of requests in flight."""

import numpy as np
import pytest

from pricing.formulas.waiting import prefill_queue


def waited(concurrency: float, *, input_tokens: float = 32768.0, output: float = 128.0) -> float:
    return float(
        prefill_queue.closed_queue_seconds(
            prefill_seconds=1.6,
            prefill_passes=prefill_queue.prefill_passes(
                input_tokens=input_tokens, chunk_tokens=8192.0
            ),
            output_tokens=output,
            concurrency=concurrency,
        )
    )


def test_single_client_waits_for_nobody() -> None:
    assert waited(1.0) == 0.0
    assert (
        prefill_queue.closed_ttft_seconds(
            first_seconds=0.3, queue_seconds=waited(1.0), step_seconds=0.05, concurrency=1.0
        )
        == 0.3
    )


def test_one_token_of_output_waits_for_all_the_others() -> None:
    # Nobody ever decodes: the client that was just served asks again behind all the others.
    assert waited(64.0, output=1.0) == pytest.approx(63.0 * 1.6, rel=0.01)


def test_wait_behind_full_chunks_grows_by_a_prefill_for_each_request_more() -> None:
    assert waited(200.0) - waited(199.0) == pytest.approx(1.6, rel=0.01)


def test_wait_rises_with_the_requests_and_falls_with_the_output() -> None:
    waits = [waited(float(count)) for count in range(1, 100)]

    assert waits == sorted(waits)
    assert waited(32.0, output=64.0) > waited(32.0) > waited(32.0, output=1024.0)


def test_no_wait_is_longer_than_the_prefills_of_all_the_others() -> None:
    counts = np.arange(1.0, 2000.0)
    for output in (1.0, 8.0, 128.0, 4096.0):
        for tokens in (64.0, 8192.0, 1e6):
            waits = prefill_queue.closed_queue_seconds(
                prefill_seconds=np.ones_like(counts),
                prefill_passes=prefill_queue.prefill_passes(
                    input_tokens=tokens, chunk_tokens=8192.0
                ),
                output_tokens=output,
                concurrency=counts,
            )
            assert (waits >= 0.0).all()
            assert (waits <= counts - 1.0 + 1e-9).all()


def test_time_of_a_request_is_what_littles_law_says() -> None:
    for count in (1.0, 8.0, 64.0, 256.0):
        queue_seconds = waited(count)
        tpot_seconds = prefill_queue.closed_tpot_seconds(
            prefill_seconds=1.6,
            queue_seconds=queue_seconds,
            step_seconds=0.02,
            output_tokens=128.0,
            concurrency=count,
        )

        assert 1.6 + queue_seconds + 128.0 * tpot_seconds == pytest.approx(
            count * (1.6 + 128.0 * 0.02 / count), rel=1e-12
        )
