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
        # 10 full layers · s + 52 window layers · min(s, 1024), of 100 bytes a token and layer
        (500.0, 100 * (10 * 500 + 52 * 500)),
        (1024.0, 100 * (10 * 1024 + 52 * 1024)),
        (9000.0, 100 * (10 * 9000 + 52 * 1024)),
    ],
)
def test_window_layers_stop_growing(context_tokens: float, expected: float) -> None:
    assert expected == memory.kv_bytes_per_sequence(
        bytes_per_token_layer=100.0,
        growing_layers=10.0,
        window_layers=52.0,
        window_tokens=1024.0,
        context_tokens=context_tokens,
    )


def test_requests_held_are_what_the_weights_leave_room_for() -> None:
    # (72 GiB − 16 GiB) / 0.5 GiB
    assert memory.concurrency_in_memory(
        capacity_bytes=72.0 * GIBIBYTE,
        weights_bytes=16.0 * GIBIBYTE,
        kv_bytes_per_sequence=0.5 * GIBIBYTE,
    ) == pytest.approx(112.0)


def test_requests_held_are_negative_where_the_weights_alone_are_too_large() -> None:
    assert (
        memory.concurrency_in_memory(
            capacity_bytes=10.0, weights_bytes=12.0, kv_bytes_per_sequence=4.0
        )
        == -0.5
    )


def test_training_states_are_divided_over_the_shards() -> None:
    # 7e9 · (2 + 2 + 4 + 8) / 16
    assert memory.training_state_bytes(parameters=7e9, bytes_per_parameter=16.0, shards=16.0) == 7e9


def test_activations_of_korthikanti_table_2() -> None:
    # 34 · s · b · h · L / t with s 2048, b 1, h 12288, L 96 and t 8 (GPT-3 175B)
    assert (
        memory.activation_bytes(
            sequence_length=2048.0,
            hidden_size=12288.0,
            layers=96.0,
            bytes_per_value=34.0,
            shards=8.0,
        )
        == 34 * 2048 * 12288 * 96 / 8
    )
