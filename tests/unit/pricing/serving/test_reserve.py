"""What engines take of a device's memory beside weights and caches, against what they printed."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit, InvalidQuery
from pricing.serving.engines import engine_version, stalling_fraction
from pricing.serving.reserve.engine_memory import EngineLimits, kept_of
from pricing.serving.reserve.reserve import Reserve
from pricing.unit_costs.planning.answer import Memory
from pricing.unit_costs.quote import unit_costs
from pricing.units import BYTES_PER_GIBIBYTE
from tests.questions import unit_cost

SIXTEEN_BITS = {"deployment.precision": "bf16"}


def reserve_of(
    library: Library, model: str, device: str, engine: str | None, **limits: Any
) -> Reserve:
    catalog = library.newest
    known = catalog.models[model], catalog.devices[device]
    return kept_of(catalog, *known, engine, EngineLimits(**limits)).reserve


def memory_of(library: Library, changes: dict[str, Any]) -> Memory:
    found = unit_costs(unit_cost(changes), library).memory
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("model", "device", "engine", "gibibytes"),
    [
        ("gpt-oss-20b", "h100-sxm-80gb", "vllm 0.11.0", 7.38),
        ("qwen3-0.6b", "h100-sxm-80gb", "vllm 0.11.0", 5.56),
        ("qwen3-8b", "rtx-4090", "vllm 0.10.2", 1.40),
        ("qwen2.5-0.5b", "t4", "vllm 0.6.6", 1.44),
        ("gemma-3-4b", "b200-sxm", "vllm 0.10.0", 9.96),
    ],
)
def test_sampling_takes_what_was_printed(
    library: Library, model: str, device: str, engine: str, gibibytes: float
) -> None:
    """llm-d-planner's table of vLLM 0.11.0, and start-up logs."""
    found = reserve_of(library, model, device, engine).activation_bytes(1.0)

    assert found / BYTES_PER_GIBIBYTE == pytest.approx(gibibytes, rel=0.05)


@pytest.mark.parametrize(
    ("device", "engine", "context", "gibibytes"),
    [
        ("v100-sxm2-32gb", "vllm 0.8.5", 32_768, 4.35),  # its start-up log
        ("v100-sxm2-32gb", "vllm 0.8.5", 131_072, 1.44),  # in chunks of 2,048
        ("v100-sxm2-32gb", "vllm 0.11.0", 32_768, 1.44),
        ("rtx-4090", "vllm 0.7", 16_384, 2.17),
        ("rtx-4090", "vllm 0.8.5", 16_384, 1.44),
    ],
)
def test_first_vllm_passes_a_context_at_once(
    library: Library, device: str, engine: str, context: int, gibibytes: float
) -> None:
    limits = {"max_context_tokens": context}
    found = reserve_of(library, "qwen2.5-7b", device, engine, **limits).activation_bytes(1.0)

    assert found / BYTES_PER_GIBIBYTE == pytest.approx(gibibytes, rel=0.02)


def test_long_passes_take_more_than_sampling(library: Library) -> None:
    """Qwen2.5-7B on vLLM 0.8.5 with 32,768 tokens a pass: 4.35 GiB."""
    found = reserve_of(
        library, "qwen2.5-7b", "v100-sxm2-32gb", "vllm 0.8.5", max_batched_tokens=32_768
    )

    assert found.activation_bytes(1.0) / BYTES_PER_GIBIBYTE == pytest.approx(4.35, rel=0.02)


def test_a_device_shows_less_than_its_name(library: Library) -> None:
    shown = {
        device: reserve_of(library, "llama-3.1-8b", device, "vllm").device_bytes
        / BYTES_PER_GIBIBYTE
        for device in ("h100-sxm-80gb", "a100-sxm-40gb", "rtx-3090", "mi300x", "rtx-4080")
    }

    assert shown == pytest.approx(
        {
            "h100-sxm-80gb": 79.1,
            "a100-sxm-40gb": 39.38,
            "rtx-3090": 23.56,
            "mi300x": 191.98,
            "rtx-4080": 0.982 * 16.0,
        }
    )


@pytest.mark.parametrize("engine", [None, "vllm 0.11", "vllm 0.25", "sglang", "trt-llm", "ollama"])
@pytest.mark.parametrize("size", [1, 4, 8])
def test_parts_add_up_to_the_last_digit(library: Library, engine: str | None, size: int) -> None:
    found = memory_of(
        library,
        {
            "model": "llama-3.1-8b",
            "deployment.engine": engine,
            "deployment.tensor_parallel": size,
            "load.concurrency": 7,
        },
    )
    used = found.weights_gibibytes + found.activations_gibibytes + found.runtime_gibibytes

    assert used + found.kv_cache_gibibytes + found.free_gibibytes == found.capacity_gibibytes
    assert found.capacity_gibibytes + found.reserved_gibibytes == found.device_gibibytes
    assert found.device_gibibytes == pytest.approx(size * 79.1, abs=1e-6)
    assert min(found.free_gibibytes, found.reserved_gibibytes) >= 0.0


def test_vision_model_of_72b_takes_eight_devices_of_40_gib(library: Library) -> None:
    """vllm-project/vllm#16570: 34.43 GiB of weights, 2.51 of activations and 0.34 besides."""
    asked = SIXTEEN_BITS | {
        "model": "Qwen2.5-VL-72B-Instruct",
        "deployment.device": "a100-sxm-40gb",
        "deployment.device_count": None,
    }
    with pytest.raises(DoesNotFit) as caught:
        unit_costs(unit_cost(asked | {"deployment.device_count": 4}), library)

    assert unit_costs(unit_cost(asked), library).device_count == 8
    assert caught.value.nearest == ("8",)


def test_share_tokens_and_places_of_an_engine_can_be_set(library: Library) -> None:
    """vllm-project/vllm#23278 and #27508: a share and short passes leave room for a cache."""
    asked = {"model": "gpt-oss-20b", "deployment.device_count": 1, "deployment.engine": "vllm"}
    usual = memory_of(library, asked)
    more = memory_of(
        library,
        asked
        | {
            "deployment.memory_utilization_fraction": 0.95,
            "deployment.max_batched_tokens": 256,
        },
    )
    fewer = memory_of(library, asked | {"deployment.max_concurrency": 64})

    assert usual.capacity_gibibytes == pytest.approx(0.9 * 79.1)
    assert more.capacity_gibibytes == pytest.approx(0.95 * 79.1)
    assert more.activations_gibibytes < usual.activations_gibibytes / 3.0
    assert fewer.activations_gibibytes < usual.activations_gibibytes


def test_share_of_sglang_is_of_weights_and_cache(library: Library) -> None:
    asked = {"model": "llama-3.1-8b", "deployment.device_count": 1, "deployment.engine": "sglang"}
    found = memory_of(library, asked | {"deployment.memory_utilization_fraction": 0.8})

    kept = found.weights_gibibytes + found.kv_cache_gibibytes + found.free_gibibytes
    assert kept == pytest.approx(0.8 * (79.1 - found.runtime_gibibytes))
    assert found.reserved_gibibytes == 0.0


@pytest.mark.parametrize(
    ("device", "size", "given", "fraction"),
    [
        # What server_args.py sets of 24,564 and 81,559 MiB with chunks of 2,048 and 8,192 tokens.
        ("rtx-4090", 1, {}, 0.847),
        ("h100-sxm-80gb", 1, {}, 0.836),
        ("h100-sxm-80gb", 8, {}, 0.825),
        ("h100-sxm-80gb", 1, {"deployment.max_batched_tokens": 2048}, 0.872),  # at least 10 GiB
        ("h200-sxm-141gb", 8, {}, 0.900),
        ("h100-sxm-80gb", 1, {"deployment.speculation.method": "eagle"}, 0.811),
    ],
)
def test_share_that_sglang_sets_by_memory_and_chunks(
    library: Library, device: str, size: int, given: dict[str, Any], fraction: float
) -> None:
    place = {"device": device, "device_count": size, "tensor_parallel": size, "precision": "fp8"}
    asked = {"model": "llama-3.1-8b", "deployment": place | {"engine": "sglang"}}
    found = memory_of(library, asked | given)

    kept = found.weights_gibibytes + found.kv_cache_gibibytes + found.free_gibibytes
    free = found.device_gibibytes - found.runtime_gibibytes
    assert kept / free == pytest.approx(fraction, abs=0.006)


def test_share_of_tensorrt_is_of_what_is_left(library: Library) -> None:
    asked = {"model": "llama-3.1-8b", "deployment.device_count": 1, "deployment.engine": "tensorrt"}
    found = memory_of(library, asked | {"deployment.memory_utilization_fraction": 0.8})

    left = (
        found.device_gibibytes
        - found.weights_gibibytes
        - found.activations_gibibytes
        - found.runtime_gibibytes
    )
    assert found.kv_cache_gibibytes + found.free_gibibytes == pytest.approx(0.8 * left)


def test_longest_sequence_must_fit_and_bounds_the_load(library: Library) -> None:
    """A cache of 131,072 tokens takes 16 GiB beside 15 GiB of weights."""
    asked = SIXTEEN_BITS | {
        "model": "llama-3.1-8b",
        "deployment.device": "rtx-4090",
        "deployment.device_count": 1,
        "deployment.engine": "vllm",
    }
    unit_costs(unit_cost(asked), library)
    with pytest.raises(DoesNotFit, match="16 of KV cache of a request of 131,072 tokens"):
        unit_costs(unit_cost(asked | {"deployment.max_context_tokens": 131_072}), library)
    with pytest.raises(InvalidQuery, match="more than the 512") as caught:
        unit_costs(
            unit_cost(asked | {"load.input_tokens": 600, "deployment.max_context_tokens": 512}),
            library,
        )

    assert caught.value.field == "deployment.max_context_tokens"


def test_the_longest_sequence_does_not_change_how_many_are_held(library: Library) -> None:
    asked = {"model": "llama-3.1-8b", "deployment.device_count": 1, "workload": "batch"}
    usual = unit_costs(unit_cost(asked), library).performance
    bounded = unit_costs(unit_cost(asked | {"deployment.max_context_tokens": 32_768}), library)

    assert bounded.performance.concurrency == usual.concurrency


@pytest.mark.parametrize(
    ("engine", "version"),
    [("vllm", None), ("vLLM 0.10.2", (0, 10, 2)), ("vllm-0.9", (0, 9)), (None, None)],
)
def test_version_of_an_engine_is_read(engine: str | None, version: tuple[int, ...] | None) -> None:
    assert engine_version(engine) == version


@pytest.mark.parametrize(
    ("engine", "family", "stalling"),
    [
        ("sglang", "nvidia", 0.0),
        ("SGLang 0.5.10.post1", "nvidia", 0.0),
        ("SGLang 0.5.9", "nvidia", 1.0),
        ("sglang", "amd", 1.0),
        ("SGLang-JAX 0.1.0", "tpu", 0.0),
        ("vllm", "amd", 0.0),
    ],
)
def test_passes_over_prompts_stall_where_no_graph_records_them(
    engine: str, family: str, stalling: float
) -> None:
    assert stalling_fraction(engine, family) == stalling
