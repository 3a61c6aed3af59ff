import pytest

from pricing.formulas import memory

GIBIBYTE = 1_073_741_824


def test_weights_of_70_billion_parameters_in_16_bits() -> None:
    # 70e9 · 2 bytes
    assert memory.weights_bytes(parameters=70e9, weight_bits=16.0) == 140_000_000_000


def test_weights_in_a_block_format_carry_their_scales() -> None:
    # 8e9 · 4.5 / 8
    assert memory.weights_bytes(parameters=8e9, weight_bits=4.5) == 4_500_000_000


def test_cache_of_grouped_queries() -> None:
    # keys and values, 8 heads of 128, 2 bytes: 2 · 8 · 128 · 2
    assert memory.kv_bytes_per_token_layer(kv_values=2.0 * 8 * 128, kv_bits=16.0) == 4096


def test_cache_of_a_latent() -> None:
    # (512 + 64) · 1 byte
    assert memory.kv_bytes_per_token_layer(kv_values=576.0, kv_bits=8.0) == 576


@pytest.mark.parametrize(
    ("context_tokens", "expected"),
    [
        # 100 bytes · 10 full layers · s + 200 bytes · 52 window layers · min(s, 1024)
        (500.0, 100 * 10 * 500 + 200 * 52 * 500),
        (1024.0, 100 * 10 * 1024 + 200 * 52 * 1024),
        (9000.0, 100 * 10 * 9000 + 200 * 52 * 1024),
    ],
)
def test_window_layers_stop_growing(context_tokens: float, expected: float) -> None:
    window_kv_bytes = memory.window_kv_bytes_per_sequence(
        bytes_per_token_layer=200.0,
        window_layers=52.0,
        window_tokens=1024.0,
        context_tokens=context_tokens,
    )

    assert expected == memory.kv_bytes_per_sequence(
        bytes_per_token_layer=100.0,
        full_attention_layers=10.0,
        context_tokens=context_tokens,
        window_kv_bytes=window_kv_bytes,
    )


def test_layers_with_more_heads_are_stored_less_often() -> None:
    # On four devices: 10 bytes of one head four times, 20 of eight heads once
    assert (
        memory.stored_kv_bytes(kv_bytes=30.0, window_kv_bytes=20.0, copies=4.0, spared_copies=3.0)
        == 60.0
    )


def test_requests_held_follow_from_the_memory_that_is_kept_for_caches() -> None:
    assert memory.concurrency_in_memory(
        cache_bytes=56.0 * GIBIBYTE, kv_bytes_per_sequence=0.5 * GIBIBYTE
    ) == pytest.approx(112.0)


def test_requests_held_are_negative_where_the_weights_alone_are_too_large() -> None:
    assert memory.concurrency_in_memory(cache_bytes=-2.0, kv_bytes_per_sequence=4.0) == -0.5


def test_training_states_are_divided_over_the_shards() -> None:
    # 7e9 · (2 + 2 + 4 + 8) / 16
    assert memory.training_state_bytes(parameters=7e9, bytes_per_parameter=16.0, shards=16.0) == 7e9


def layer(**changes: float) -> float:
    """A layer of GPT-3 175B: s 2048, b 1, h 12288, tensor parallelism 8."""
    arguments = {
        "micro_batch_tokens": 2048.0,
        "hidden_size": 12288.0,
        "whole_bytes": 0.0,
        "shared_bytes": 34.0,
        "shards": 8.0,
    }
    return float(memory.layer_activation_bytes(**(arguments | changes)))


def test_layer_under_tensor_and_sequence_parallelism() -> None:
    assert layer() == 34 * 2048 * 12288 / 8


def test_layer_under_tensor_parallelism_alone() -> None:
    # arXiv 2205.05198, equation 2
    assert layer(whole_bytes=10.0, shared_bytes=24.0) == 2048 * 12288 * (10 + 24 / 8)


@pytest.mark.parametrize(("value_bytes", "score_bytes"), [(2.0, 5), (4.0, 9)])
def test_attention_scores_are_softmax_dropout_and_mask(
    value_bytes: float, score_bytes: int
) -> None:
    # 5·a·s²·b / t with a 96
    assert (
        memory.attention_score_bytes(
            micro_batch_tokens=2048.0,
            sequence_length=2048.0,
            heads=96.0,
            value_bytes=value_bytes,
            shards=8.0,
        )
        == score_bytes * 96 * 2048**2 / 8
    )


def test_loss_head_takes_bytes_of_every_word() -> None:
    assert (
        memory.loss_bytes(tokens=4096.0, vocabulary_size=32_000.0, bytes_per_logit=14.0, shards=2.0)
        == 14 * 4096 * 32_000 / 2
    )


def test_fullest_stage_holds_what_does_not_divide() -> None:
    # Llama 3.1 405B: 126 layers over 16 stages
    assert memory.stage_layers(layers=126.0, stages=16.0) == 8
