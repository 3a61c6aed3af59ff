from statistics import fmean

import pytest

from pricing.formulas import compute


def test_attention_multiplies_scores_and_values() -> None:
    # Q·Kᵀ and scores·V: 2 multiply-adds of 2 FLOPs, w wide, over s tokens, in L layers
    assert (
        compute.attention_flops_per_token(attention_width=8192.0, attended_tokens=80.0 * 1000.0)
        == 2 * 2 * 8192 * 1000 * 80
    )


def test_window_layers_attend_to_their_window_at_most() -> None:
    # 10 full layers over 4096 tokens, 50 layers over a window of 1024
    assert (
        compute.attended_token_layers(
            full_attention_layers=10.0,
            window_layers=50.0,
            window_tokens=1024.0,
            context_tokens=4096.0,
        )
        == 10 * 4096 + 50 * 1024
    )


@pytest.mark.parametrize("sequence", [512, 1024, 1500, 2048, 8192])
def test_causal_attention_is_the_mean_over_the_sequence(sequence: int) -> None:
    # 10 full layers, 50 layers over a window of 1024; tokens before each, half of itself included
    before = [token + 0.5 for token in range(sequence)]
    exact = fmean(10 * count + 50 * min(count, 1024) for count in before)

    assert compute.causal_token_layers(
        full_attention_layers=10.0,
        window_layers=50.0,
        window_tokens=1024.0,
        sequence_tokens=float(sequence),
    ) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(("prefix", "suffix"), [(0, 700), (300, 400), (900, 600), (5000, 1)])
def test_attention_behind_a_prefix_is_the_mean_over_what_is_computed(
    prefix: int, suffix: int
) -> None:
    before = [token + 0.5 for token in range(prefix, prefix + suffix)]
    exact = fmean(10 * count + 50 * min(count, 1024) for count in before)

    assert compute.suffix_token_layers(
        full_attention_layers=10.0,
        window_layers=50.0,
        window_tokens=1024.0,
        suffix_tokens=float(suffix),
        prefix_tokens=float(prefix),
    ) == pytest.approx(exact, rel=1e-9)


def test_training_is_six_flops_a_parameter_and_token_plus_causal_attention() -> None:
    # 6·N·D = 6 · 70e9 · 2e12; attention forward and backward is 3 · 4·L·h·(s/2) a token.
    dense = 6 * 70e9 * 2e12
    attention = 3 * (4 * 80 * 8192 * (4096 / 2)) * 2e12

    assert compute.training_flops(
        active_parameters=70e9,
        tokens=2e12,
        flops_per_parameter_token=6.0,
        attention_width=8192.0,
        attended_tokens=80.0 * 4096.0 / 2,
    ) == pytest.approx(dense + attention, rel=1e-14)


def test_frozen_weights_spare_their_gradients_and_not_those_of_attention() -> None:
    def flops(flops_per_parameter_token: float) -> float:
        return float(
            compute.training_flops(
                active_parameters=7e9,
                tokens=1e9,
                flops_per_parameter_token=flops_per_parameter_token,
                attention_width=4096.0,
                attended_tokens=32.0 * 2048.0 / 2,
            )
        )

    assert flops(6.0) - flops(4.0) == pytest.approx(2 * 7e9 * 1e9, rel=1e-12)


def test_full_recompute_repeats_the_forward_third() -> None:
    shape = {"tokens": 1e9, "attention_width": 4096.0, "attended_tokens": 32.0 * 1024.0}
    once = compute.forward_flops(active_parameters=7e9, **shape)
    trained = compute.training_flops(active_parameters=7e9, flops_per_parameter_token=6.0, **shape)

    assert once == pytest.approx(trained / 3, rel=1e-14)


def test_pipeline_waits_for_all_stages_but_one() -> None:
    # 16 stages, 16 micro-batches: 15 of 31 slots
    assert compute.pipeline_bubble_fraction(stages=16.0, micro_batches=16.0) == 15 / 31


def test_device_hours_are_flops_over_what_a_device_reaches() -> None:
    # 3.14e23 FLOPs at 40% of 312e12: 2.516e9 s = 698,896 h
    assert compute.productive_device_hours(
        flops=3.14e23, flops_per_second=312e12, mfu_fraction=0.4
    ) == pytest.approx(3.14e23 / 124.8e12 / 3600, rel=1e-14)
