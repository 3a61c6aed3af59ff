"""Published throughput: a question that matches a measured row gets the measurement."""

import pytest

from pricing.catalog.library import Library
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

FLOOR_FRACTION = 0.06
"""Repeated measurements of one configuration differ by 3 to 6% in the median."""

AMD = "AMD ROCm performance results, vLLM 0.9, 8 × MI300X, FP8"
TENSORRT_05 = "TensorRT-LLM performance.md v0.5"
TENSORRT_10 = "TensorRT-LLM perf-overview v1.0"
MLPERF = "MLPerf Inference v5.1, offline"


@pytest.mark.parametrize(
    ("model", "deployment", "load", "output_tokens_per_second"),
    [
        pytest.param(
            "llama-3.1-70b", ("mi300x", 8, "fp8", 8), (128, 4096, 1500.0), 13_667.3, id=AMD
        ),
        pytest.param(
            "llama-2-70b", ("h100-sxm-80gb", 4, "fp8", None), (128, 2048, 64.0), 2616,
            id=TENSORRT_05,
        ),
        pytest.param(
            "gpt-j-6b", ("a100-sxm-80gb", 1, "fp16", None), (128, 2048, 32.0), 1558,
            id=f"{TENSORRT_05} (A100)",
        ),
        pytest.param(
            "llama-3.3-70b", ("h100-sxm-80gb", 2, "fp8", 2), (128, 128, None), 6378, id=TENSORRT_10
        ),
        pytest.param(
            "llama-3.1-405b", ("b200-sxm", 4, "fp4", 4), (128, 128, None), 6281,
            id=f"{TENSORRT_10} (B200)",
        ),
        pytest.param(
            "llama-3.1-8b", ("h100-sxm-80gb", 1, "fp8", None), (780, 128, None), 5777.08, id=MLPERF
        ),
        pytest.param(
            "llama-3.1-8b", ("xeon-6980p", 2, "int4", None), (780, 128, None), 1232.89,
            id=f"{MLPERF} (CPU)",
        ),
        pytest.param(
            "llama-2-7b", ("apple-m2-ultra", 1, "fp16", None), (0, 128, 1.0), 41.02,
            id="llama.cpp discussion 4167",
        ),
    ],
)  # fmt: skip
def test_configuration_that_was_measured_gets_its_measurement(
    library: Library,
    model: str,
    deployment: tuple[str, int, str, int | None],
    load: tuple[float, float, float | None],
    output_tokens_per_second: float,
) -> None:
    device, device_count, precision, tensor_parallel = deployment
    input_tokens, output_tokens, concurrency = load
    question = {
        "model": model,
        "deployment": {
            "device": device,
            "device_count": device_count,
            "precision": precision,
            "tensor_parallel": tensor_parallel,
        },
        "load": {
            "input_tokens": input_tokens,
            "output_tokens": output_tokens,
            "concurrency": concurrency,
        },
        "workload": "batch",
        "purchase.usd_per_device_hour": 1.0,
    }
    performance = unit_costs(unit_cost(question), library).performance

    assert performance.basis == "measured"
    assert performance.output_tokens_per_second == pytest.approx(
        output_tokens_per_second, rel=FLOOR_FRACTION
    )
    assert performance.evidence[0].output_tokens_per_second == pytest.approx(
        output_tokens_per_second, rel=FLOOR_FRACTION
    )


@pytest.mark.parametrize(
    ("engine", "kv_cache_precision", "is_measured"),
    [("vLLM", None, True), ("vLLM", "fp8", True), ("vLLM", "bf16", False), (None, "fp8", True)],
)
def test_cache_that_is_asked_for_is_the_measured_one(
    library: Library, engine: str | None, kv_cache_precision: str | None, *, is_measured: bool
) -> None:
    """AMD ran vLLM with a cache in FP8, which is not its usual one."""
    question = {
        "model": "llama-3.1-70b",
        "deployment": {
            "device": "mi300x",
            "device_count": 8,
            "precision": "fp8",
            "engine": engine,
            "kv_cache_precision": kv_cache_precision,
        },
        "load": {"input_tokens": 128, "output_tokens": 4096, "concurrency": 1500.0},
        "purchase.usd_per_device_hour": 1.0,
    }

    performance = unit_costs(unit_cost(question), library).performance

    published = pytest.approx(13_667.3, rel=1e-6)
    assert (performance.output_tokens_per_second == published) is is_measured
