"""What one device of a training run holds under a layout."""

from typing import Any

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.training.activations import footprint
from pricing.training.memory import Footprint, Needs, Recompute
from tests.layouts import layout, needs

TOKENS, HIDDEN, LAYERS, HEADS, VOCABULARY = 4096, 4096, 32, 32, 128_256
PARAMETERS, LLAMA = 8_030_261_248, "llama-3.1-8b"
VALUE = 45 - 6 * 0.75 + 8 * (3.5 - 43 / 16)
"""Bytes that its layers keep: keys are a quarter as wide, gates 3.5 times."""

LOSS = 14 * TOKENS * VOCABULARY
PACKED_BYTES = (4.13 + (16.0 - 4.13) * 2 * VOCABULARY * HIDDEN / PARAMETERS) / 8
"""Of a weight under qlora, whose embedding and output keep 16 bits: 5.70 GB, as published."""


@pytest.fixture(scope="module")
def llama(library: Library) -> Needs:
    return needs(library, {"model": LLAMA, "sequence_length": TOKENS})


def held(asked: Needs, recompute: Recompute = "none", **changes: Any) -> Footprint:
    return footprint(asked, layout(**changes), recompute)


@pytest.mark.parametrize(
    ("zero_stage", "weights", "gradients", "optimizer"),
    [
        (0, 2.0, 2.0, 12.0),
        (1, 2.0, 2.0, 12.0 / 64),
        (2, 2.0, 2.0 / 64, 12.0 / 64),
        (3, 2.0 / 64, 2.0 / 64, 12.0 / 64),
    ],
)
def test_stages_of_zero_divide_one_item_after_the_other(
    llama: Needs, zero_stage: int, weights: float, gradients: float, optimizer: float
) -> None:
    found = held(llama, zero_stage=zero_stage, data_parallel=64)

    assert [found.weights_bytes, found.gradients_bytes, found.optimizer_bytes] == pytest.approx(
        [PARAMETERS * each for each in (weights, gradients, optimizer)], rel=1e-12
    )


def test_third_stage_gathers_one_layer_at_a_time(llama: Needs) -> None:
    # its weights and its gradients, 2 bytes each
    assert held(llama, zero_stage=3, data_parallel=64).working_bytes == pytest.approx(
        PARAMETERS / LAYERS * 4.0, rel=1e-12
    )


def test_nothing_is_gathered_by_a_device_alone(llama: Needs) -> None:
    assert held(llama, zero_stage=3).working_bytes == 0.0


def test_tensor_and_pipeline_parallelism_divide_the_states(llama: Needs) -> None:
    found = held(llama, tensor_parallel=4, pipeline_parallel=8)

    assert found.states_bytes == pytest.approx(PARAMETERS * 16 / 32, rel=1e-12)


def test_pipeline_is_as_heavy_as_its_fullest_stage(llama: Needs) -> None:
    # 32 layers over 5 stages: 7 in the fullest
    assert held(llama, pipeline_parallel=5).states_bytes == pytest.approx(
        PARAMETERS * 16 * 7 / 32, rel=1e-12
    )


def test_expert_parallelism_divides_the_routed_experts_alone(library: Library) -> None:
    asked = needs(library, {"model": "mixtral-8x7b"})
    routed = asked.model.routed_expert_parameters
    dense = asked.model.parameters - routed
    found = held(asked, zero_stage=1, expert_parallel=8, data_parallel=16)

    assert found.weights_bytes == pytest.approx(2 * (dense + routed / 8), rel=1e-12)
    # the experts of one kind are held by 16 / 8 devices, the rest by all 16
    assert found.optimizer_bytes == pytest.approx(12 * (dense / 16 + routed / 16), rel=1e-12)


def test_activations_without_recompute_and_scores(llama: Needs) -> None:

    assert held(llama).activations_bytes == pytest.approx(
        VALUE * TOKENS * HIDDEN * LAYERS + LOSS, rel=1e-12
    )


def test_scores_are_kept_without_flash_attention(llama: Needs) -> None:
    plain = replace(llama, flash_attention=False)
    scores = 5 * HEADS * TOKENS**2 * LAYERS

    assert held(plain).activations_bytes - held(llama).activations_bytes == pytest.approx(
        scores, rel=1e-12
    )


def test_selective_recompute_holds_the_scores_of_one_layer(llama: Needs) -> None:
    plain = replace(llama, flash_attention=False)
    scores = 5 * HEADS * TOKENS**2

    assert held(plain, "selective").activations_bytes == pytest.approx(
        VALUE * TOKENS * HIDDEN * LAYERS + max(scores, LOSS), rel=1e-12
    )


def test_full_recompute_keeps_the_inputs_of_layers(llama: Needs) -> None:
    inputs, one_layer = 2 * TOKENS * HIDDEN * LAYERS, VALUE * TOKENS * HIDDEN

    assert held(llama, "full").activations_bytes == pytest.approx(
        inputs + max(one_layer, LOSS), rel=1e-12
    )


def test_tensor_parallelism_alone_leaves_ten_bytes_whole(llama: Needs) -> None:
    apart = held(llama, tensor_parallel=8, sequence_parallel=False).activations_bytes
    together = held(llama, tensor_parallel=8).activations_bytes

    # s·h·L·(10 + (c - 10)/8) against s·h·L·c/8
    assert apart - together == pytest.approx(
        TOKENS * HIDDEN * LAYERS * (10 + (VALUE - 10) / 8 - VALUE / 8), rel=1e-12
    )


def test_first_stage_keeps_a_micro_batch_for_every_stage(llama: Needs) -> None:
    # 4 stages of 8 layers, 4 micro-batches in flight: as much as all 32 layers
    assert held(llama, pipeline_parallel=4).activations_bytes == pytest.approx(
        VALUE * TOKENS * HIDDEN * LAYERS, rel=1e-12
    )


def test_no_more_micro_batches_are_in_flight_than_a_step_has(llama: Needs) -> None:
    small = replace(llama, batch_sequences=2.0)

    assert held(small, pipeline_parallel=4).activations_bytes == pytest.approx(
        max(2 * VALUE * TOKENS * HIDDEN * 8, VALUE * TOKENS * HIDDEN * 8 + LOSS),
        rel=1e-12,
    )


def test_micro_batches_in_flight_are_whole(llama: Needs) -> None:
    # 3 sequences for 2 copies: one of them has 2 micro-batches
    uneven, even = (replace(llama, batch_sequences=sequences) for sequences in (3.0, 4.0))
    shape: dict[str, Any] = {"pipeline_parallel": 4, "data_parallel": 2}

    assert held(uneven, **shape).activations_bytes == held(even, **shape).activations_bytes


@pytest.mark.parametrize(
    ("changes", "factor"),
    [({"micro_batch_sequences": 3}, 3.0), ({"context_parallel": 4}, 0.25)],
)
def test_activations_follow_the_tokens_on_a_device(
    llama: Needs, changes: dict[str, Any], factor: float
) -> None:
    assert held(llama, **changes).activations_bytes == pytest.approx(
        factor * held(llama).activations_bytes, rel=1e-12
    )


@pytest.mark.parametrize(
    ("changes", "bytes_per_parameter"),
    [
        ({"method": "full_finetuning"}, 16.0),
        ({"method": "lora"}, 2.0 + 0.005 * 16.0),
        ({"method": "qlora", "unpacked_in_32_bits": False}, PACKED_BYTES + 0.005 * 16.0),
        ({"method": "lora", "adapter_parameter_fraction": 0.02}, 2.0 + 0.02 * 16.0),
        ({"optimizer_bytes_per_parameter": 6.0}, 10.0),
        ({"deployment.precision": "fp32"}, 16.0),
        ({"deployment.precision": "fp8"}, 16.0),
    ],
)
def test_states_are_those_of_the_method_and_the_precision(
    library: Library, changes: dict[str, Any], bytes_per_parameter: float
) -> None:
    asked = needs(library, {"model": LLAMA, **changes})

    assert held(asked).states_bytes == pytest.approx(PARAMETERS * bytes_per_parameter, rel=1e-12)


def test_wide_values_take_twice_the_activations(library: Library) -> None:
    narrow, wide = (
        needs(library, {"deployment.precision": precision}) for precision in ("bf16", "tf32")
    )

    assert held(wide).activations_bytes - LOSS == pytest.approx(
        2 * (held(narrow).activations_bytes - LOSS), rel=1e-12
    )


def test_wide_scores_take_nine_bytes_not_five(library: Library) -> None:
    wide = needs(library, {"deployment.precision": "tf32"})
    plain = replace(wide, flash_attention=False)

    assert held(plain).activations_bytes - held(wide).activations_bytes == pytest.approx(
        9 * HEADS * TOKENS**2 * LAYERS, rel=1e-12
    )


def test_four_bit_weights_are_unpacked_a_matrix_at_a_time(library: Library) -> None:
    asked = needs(library, {"model": LLAMA, "method": "qlora"})
    largest = asked.model.hidden_size * asked.model.feed_forward_width

    assert held(asked).working_bytes == pytest.approx(2 * largest, rel=1e-12)


def test_zero_divides_over_copies_and_over_parts_of_their_context(llama: Needs) -> None:
    found = held(llama, zero_stage=3, data_parallel=4, context_parallel=2)

    assert found.weights_bytes == pytest.approx(PARAMETERS * 2.0 / 8, rel=1e-12)
    assert held(llama, zero_stage=3, context_parallel=2).working_bytes > 0.0


def test_third_stage_gathers_experts_too(library: Library) -> None:
    asked = needs(library, {"model": "mixtral-8x7b"})
    model = asked.model
    found = held(asked, zero_stage=3, data_parallel=16)

    assert found.working_bytes == pytest.approx(model.parameters / model.layers * 4.0, rel=1e-12)


@pytest.mark.parametrize(("sequence_parallel", "shards"), [(True, 4), (False, 1)])
def test_inputs_of_layers_are_divided_by_sequence_parallelism_alone(
    llama: Needs,
    shards: int,
    *,
    sequence_parallel: bool,
) -> None:
    shape: dict[str, Any] = {"tensor_parallel": 4, "sequence_parallel": sequence_parallel}
    short, long = (
        held(replace(llama, model=replace(llama.model, layers=layers)), "full", **shape)
        for layers in (LAYERS, 2 * LAYERS)
    )

    assert long.activations_bytes - short.activations_bytes == pytest.approx(
        2 * TOKENS * HIDDEN * LAYERS / shards, rel=1e-12
    )


def test_a_run_uses_what_is_left_to_it_of_a_device(llama: Needs) -> None:
    assert held(llama).capacity_bytes == pytest.approx(0.925 * llama.device.memory_bytes, rel=1e-12)


def test_embedding_is_no_larger_than_the_model_that_it_is_part_of(library: Library) -> None:
    small = {"parameters": 1e8, "layers": 2, "hidden_size": 4096}
    asked = needs(library, {"model": small, "method": "qlora"})

    # 32 bits of every weight, and adapters
    assert held(asked).weights_bytes == pytest.approx(1e8 * (4.0 + 0.005 * 2.0), rel=1e-12)


def test_third_stage_gathers_frozen_weights_and_adapters_with_their_gradients(
    library: Library,
) -> None:
    asked = needs(library, {"model": LLAMA, "method": "lora"})

    assert held(asked, zero_stage=3, data_parallel=8).working_bytes == pytest.approx(
        PARAMETERS / LAYERS * (2.0 + 0.005 * 2 * 2.0), rel=1e-12
    )


def test_loss_head_is_named_where_it_makes_the_peak(llama: Needs) -> None:
    assert held(llama).loss_bytes == LOSS
    # the first of 4 stages, with 4 micro-batches in flight, holds more than the last
    assert held(llama, pipeline_parallel=4).loss_bytes == 0.0


@pytest.mark.parametrize(
    ("loss", "layout", "bytes_per_logit"),
    [
        (None, {"tensor_parallel": 8}, 18.0),
        (None, {"tensor_parallel": 8, "data_parallel": 128}, 14.0 / 8),
        (None, {"tensor_parallel": 8, "data_parallel": 2, "zero_stage": 3}, 14.0 / 8),
        ("plain", {"tensor_parallel": 8, "data_parallel": 128, "zero_stage": 3}, 18.0),
        ("plain", {}, 14.0),
        ("parallel", {"tensor_parallel": 8}, 14.0 / 8),
        ("fused", {"tensor_parallel": 2}, 6.0 / 2),
    ],
)
def test_devices_of_tensor_parallelism_gather_or_share_the_words(
    library: Library, loss: str | None, layout: dict[str, Any], bytes_per_logit: float
) -> None:
    # Aleph-Alpha/scaling gathers, Megatron-LM and torchtitan (FSDP, with tensor parallelism) share
    asked = needs(library, {"model": LLAMA, "loss": loss})

    assert held(asked, **layout).loss_bytes == bytes_per_logit * TOKENS * VOCABULARY


def test_loss_head_of_gemma_takes_what_was_measured(library: Library) -> None:
    # apple/ml-cross-entropy, README: 28,000 MiB with the gradient, of which 24,000 forward
    gemma = needs(library, {"model": "gemma-2-2b", "sequence_length": 8192})

    assert held(gemma).loss_bytes == 28_000 * 2**20


def test_chunked_loss_holds_a_chunk_of_tokens(library: Library) -> None:
    chunked = needs(library, {"model": LLAMA, "loss": "chunked"})
    short = needs(library, {"model": LLAMA, "loss": "chunked", "sequence_length": 512})

    assert held(chunked).loss_bytes == pytest.approx(10.03 * 1024 * VOCABULARY, rel=1e-12)
    assert held(short).loss_bytes == pytest.approx(10.03 * 512 * VOCABULARY, rel=1e-12)


@pytest.mark.parametrize(
    ("fused", "value"), [(True, 34 - 4 * 0.75 + 6 * (3.5 - 43 / 16)), (False, VALUE)]
)
def test_fused_kernels_keep_less(library: Library, value: float, *, fused: bool) -> None:
    asked = needs(library, {"model": LLAMA, "fused_kernels": fused})

    assert held(asked).activations_bytes == pytest.approx(
        value * TOKENS * HIDDEN * LAYERS + LOSS, rel=1e-12
    )


def test_kernels_of_many_devices_are_fused(llama: Needs) -> None:
    many, few = held(llama, data_parallel=1024), held(llama, data_parallel=1023)

    assert many.activations_bytes < few.activations_bytes


def test_layers_without_a_gate_keep_34_bytes(library: Library) -> None:
    # arXiv 2205.05198, table 2
    gpt = needs(library, {"model": "gpt-3-175b", "sequence_length": 2048})

    assert held(gpt, pipeline_parallel=4).activations_bytes == pytest.approx(
        34 * 2048 * 12_288 * 96, rel=1e-12
    )


def test_experts_hold_a_copy_of_a_token_each(library: Library) -> None:
    # Mixtral 8x7B: 2 experts of 3.5 times the hidden size; keys a quarter as wide
    asked = needs(library, {"model": "mixtral-8x7b"})

    assert asked.activation_bytes == pytest.approx(
        45 - 6 * 0.75 + 8 * (7.0 - 43 / 16) + 4 * 2, rel=1e-12
    )
