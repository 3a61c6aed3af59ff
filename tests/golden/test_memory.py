"""Published sizes of weights and caches."""

import pytest

from pricing.catalog.library import Library
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

GIBIBYTE = 1_073_741_824


def held(library: Library, model: str, device_count: int, precision: str) -> UnitCostAnswer:
    return unit_costs(
        unit_cost(
            {
                "model": model,
                "deployment": {
                    "device": "h200-sxm-141gb",
                    "device_count": device_count,
                    "precision": precision,
                    "kv_cache_precision": "fp16",
                },
                "load": {"input_tokens": 4000, "output_tokens": 192, "concurrency": 8.0},
            }
        ),
        library,
    )


@pytest.mark.parametrize(
    ("model", "device_count", "precision", "gigabytes"),
    [
        # 68.98e9 parameters of 2 bytes; "138 GB" in the Hugging Face repository.
        ("llama-2-70b", 8, "fp16", 138.0),
        # 8.03e9 parameters: 16.06 GB of safetensors.
        ("llama-3.1-8b", 1, "bf16", 16.06),
        # 70.55e9 parameters: 141.1 GB of safetensors.
        ("llama-3.1-70b", 8, "bf16", 141.1),
        # 46.7e9 parameters: 93.4 GB of safetensors.
        ("mixtral-8x7b", 8, "bf16", 93.4),
        # 671e9 parameters of one byte: "671B parameters", 685 GB with the scales and the
        # module for predicting a second token, which does not serve.
        ("deepseek-v3", 8, "fp8", 671.0),
    ],
)
def test_weights_take_what_their_files_do(
    library: Library, model: str, device_count: int, precision: str, gigabytes: float
) -> None:
    memory = held(library, model, device_count, precision).memory

    # 0.5%: figures of three digits.
    assert memory is not None
    assert memory.weights_gibibytes * GIBIBYTE / 1e9 == pytest.approx(gigabytes, rel=0.005)


@pytest.mark.parametrize(
    ("model", "precision", "bytes_per_token"),
    [
        # 2 · 80 layers · 8 heads · 128 · 2 bytes: 320 KiB
        ("llama-3.1-70b", "bf16", 327_680),
        # 2 · 32 · 8 · 128 · 2: 128 KiB
        ("llama-3.1-8b", "bf16", 131_072),
        # 2 · 80 · 8 · 128 · 2, as arXiv 2305.13245 has it for grouped queries
        ("llama-2-70b", "fp16", 327_680),
        # 2 · 126 · 8 · 128 · 2: 516 KB, arXiv 2505.09343, table 1
        ("llama-3.1-405b", "fp8", 516_096),
        # 61 layers · (512 + 64) · 2 bytes: 70.272 KB, arXiv 2505.09343, table 1
        ("deepseek-v3", "fp8", 70_272),
        # and an indexer's key of 128 values in FP8 with a scale of four bytes: 132 a layer
        ("deepseek-v3.2", "fp8", 70_272 + 61 * 132),
        # 2 · 80 · 8 · 128 · 2: 327.680 KB, arXiv 2505.09343, table 1
        ("qwen2.5-72b", "bf16", 327_680),
        # 2 · 32 · 32 · 128 · 2: half a megabyte
        ("llama-2-7b", "fp16", 524_288),
    ],
)
def test_cache_of_a_token_takes_what_the_architecture_says(
    library: Library, model: str, precision: str, bytes_per_token: float
) -> None:
    answer = held(library, model, 8, precision)

    # In flight is the input and, in the mean, half of the output: 4,096 tokens.
    assert answer.memory is not None
    assert answer.performance.concurrency is not None
    assert answer.performance.replica_count is not None
    requests = answer.performance.concurrency / answer.performance.replica_count
    assert answer.memory.kv_cache_gibibytes * GIBIBYTE / requests / 4096 == pytest.approx(
        bytes_per_token, rel=1e-9
    )


@pytest.mark.parametrize(("model", "tokens"), [("mistral-7b-v0.1", 4096), ("mistral-7b", 16_384)])
def test_cache_of_a_window_stops_growing(library: Library, model: str, tokens: int) -> None:
    # arXiv 2310.06825: "a fixed attention span" of 4,096 tokens; v0.2 attends to all.
    asked = {"model": model, "deployment.precision": "bf16", "deployment.device_count": 1}
    asked |= {"load.input_tokens": 16_000, "load.output_tokens": 768, "load.concurrency": 1.0}
    answer = unit_costs(unit_cost(asked), library)

    assert answer.memory is not None
    # 2 · 32 layers · 8 heads · 128 · 2 bytes
    held_tokens = answer.memory.kv_cache_gibibytes * GIBIBYTE / 131_072
    assert held_tokens == pytest.approx(tokens, rel=1e-9)


@pytest.mark.parametrize(
    ("model", "device_count", "full_bytes", "window_bytes"),
    [
        # 10 full layers of 4 heads of 512, of which eight devices store each twice; 50 layers
        # with a window of 1,024 and 16 heads of 256; keys and values, 2 bytes each
        ("gemma-4-31b", 8, 2 * 10 * 2 * 4 * 512 * 2, 50 * 2 * 16 * 256 * 2),
        # 9 full layers of 4 heads of 192 and 128, 39 of 8 heads with a window of 128
        ("mimo-v2-flash", 8, 2 * 9 * 4 * (192 + 128) * 2, 39 * 8 * (192 + 128) * 2),
        # one device stores each of the 8 full layers' one head, and of the 40 others' eight, once
        ("gemma-4-12b", 1, 8 * 2 * 1 * 512 * 2, 40 * 2 * 8 * 256 * 2),
    ],
)
def test_window_layers_keep_the_heads_of_their_own(
    library: Library, model: str, device_count: int, full_bytes: float, window_bytes: float
) -> None:
    window_tokens = library.newest.models[model].window_tokens
    asked = {
        "model": model,
        "deployment": {
            "device": "h200-sxm-141gb",
            "device_count": device_count,
            "tensor_parallel": device_count,
            "precision": "fp8",
            "kv_cache_precision": "fp16",
        },
        "load": {"input_tokens": 4000, "output_tokens": 192, "concurrency": 8.0},
    }

    memory = unit_costs(unit_cost(asked), library).memory

    assert memory is not None
    expected = 8 * (4096 * full_bytes + window_tokens * window_bytes)
    assert memory.kv_cache_gibibytes * GIBIBYTE == pytest.approx(expected, rel=1e-9)
