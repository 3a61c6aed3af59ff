import pytest

from pricing.formulas import roofline


def test_experts_touched_by_a_batch_are_those_that_no_token_passed_by() -> None:
    # 2 of 8: a token misses a given expert with 6/8, eight tokens with (6/8)⁸ = 0.100113
    miss_log = roofline.expert_miss_log(experts=8.0, experts_per_token=2.0)

    assert roofline.expert_coverage_fraction(miss_log=miss_log, tokens=8.0) == pytest.approx(
        1 - (6 / 8) ** 8, rel=1e-13
    )


def test_one_token_touches_its_own_experts() -> None:
    miss_log = roofline.expert_miss_log(experts=256.0, experts_per_token=8.0)

    assert roofline.expert_coverage_fraction(miss_log=miss_log, tokens=1.0) == pytest.approx(
        8 / 256, rel=1e-13
    )


@pytest.mark.parametrize("tokens", [1.0, 3.0, 1e6])
def test_dense_model_reads_all_of_itself(tokens: float) -> None:
    miss_log = roofline.expert_miss_log(experts=1.0, experts_per_token=1.0)

    assert roofline.expert_coverage_fraction(miss_log=miss_log, tokens=tokens) == 1.0


def test_dense_model_has_a_mixture_ratio_of_one() -> None:
    assert (
        roofline.mixture_mfu_ratio(
            active_parameters=8e9,
            expert_parameters=0.0,
            expert_intermediate_size=1.0,
            half_mfu_intermediate_size=5680.0,
        )
        == 1.0
    )


def test_mixture_utilisation_is_the_time_mean_of_experts_and_dense_parts() -> None:
    # 1.2e9 outside the experts take their own time, 2.4e9 in experts of 2,880 that of
    # (2,880 + 5,680)/2,880 = 2.9722 times as many: 3.6 / (1.2 + 7.1333)
    assert roofline.mixture_mfu_ratio(
        active_parameters=3.6e9,
        expert_parameters=2.4e9,
        expert_intermediate_size=2880.0,
        half_mfu_intermediate_size=5680.0,
    ) == pytest.approx(0.432, rel=1e-4)


def test_reading_takes_bytes_over_the_bandwidth_reached() -> None:
    # 140e9 bytes at 70% of 3.35e12 bytes a second
    assert roofline.memory_seconds(
        bytes_read=140e9, bytes_per_second=3.35e12, mbu_fraction=0.7
    ) == pytest.approx(0.0597015, rel=1e-6)


def test_computing_takes_flops_over_the_peak_reached() -> None:
    # 2 · 70e9 · 100 FLOPs at 50% of 989e12
    assert roofline.compute_seconds(
        flops=1.4e13, flops_per_second=989e12, mfu_fraction=0.5
    ) == pytest.approx(0.0283114, rel=1e-5)


@pytest.mark.parametrize("times", [(1.0, 1e-9), (1e-9, 1.0)])
def test_far_from_the_ridge_the_larger_time_is_all(times: tuple[float, float]) -> None:
    assert roofline.joined_seconds(
        memory_seconds=times[0], compute_seconds=times[1], overlap_exponent=2.0
    ) == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize(
    ("overlap_exponent", "seconds"),
    [
        pytest.param(1.0, 2.0, id="in turns"),
        pytest.param(2.0, 1.41421356, id="in part"),
        pytest.param(64.0, 1.01088929, id="almost wholly"),
    ],
)
def test_at_the_ridge_the_two_cost_more_the_less_they_overlap(
    overlap_exponent: float, seconds: float
) -> None:
    assert roofline.joined_seconds(
        memory_seconds=1.0, compute_seconds=1.0, overlap_exponent=overlap_exponent
    ) == pytest.approx(seconds, rel=1e-8)


def test_communication_is_two_ring_all_reduces_a_layer() -> None:
    # 80 layers · 2 · 7/8 · (16 tokens · 1e-7 s + 2e-6 s)
    assert roofline.communication_seconds(
        layers=80.0,
        tokens=16.0,
        devices=8.0,
        transfer_seconds_per_token=1e-7,
        latency_seconds=2e-6,
    ) == pytest.approx(80 * 2 * 7 / 8 * 3.6e-6, rel=1e-13)


BUSY = {"prefill_seconds": 0.2, "step_seconds": 0.05, "output_tokens": 100.0, "concurrency": 20.0}


def test_request_takes_its_prefill_and_its_share_of_the_steps() -> None:
    # 0.2 s + 100 · 0.05 s / 20 = 0.45 s
    assert roofline.requests_per_second(**BUSY) == pytest.approx(1 / 0.45, rel=1e-14)


def test_user_waits_for_the_prefills_of_the_others() -> None:
    # 0.05 s + 19 · 0.2 s / 100
    assert roofline.tpot_seconds(**BUSY) == pytest.approx(0.05 + 19 * 0.2 / 100, rel=1e-14)


def test_littles_law_holds_between_latency_and_throughput() -> None:
    latency = BUSY["prefill_seconds"] + BUSY["output_tokens"] * roofline.tpot_seconds(**BUSY)

    assert latency * roofline.requests_per_second(**BUSY) == pytest.approx(
        BUSY["concurrency"], rel=1e-13
    )
