"""Prefills of families whose throughput is that of decoding alone."""

import pytest

from pricing.calibration.trials import trials_of
from pricing.catalog.library import Library
from pricing.serving.constants import prefill_key
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost


def test_they_stand_for_families_and_engines_that_print_no_inputs(library: Library) -> None:
    found = trials_of(library.newest).first_tokens

    assert found.keys() == {
        prefill_key("apple", "llama.cpp"),
        prefill_key("nvidia-consumer", "llama.cpp"),
        prefill_key("nvidia", "llama.cpp"),
    }


def test_engine_of_its_own_prefills_is_told_from_the_others_of_its_family(
    library: Library,
) -> None:
    """As measured on an H100: 7,760 tokens a second by llama.cpp, several times that by others."""
    asked = {
        "model": "llama-3-8b",
        "deployment.device": "h100-pcie-80gb",
        "deployment.device_count": 1,
        "deployment.precision": "awq",
        "load.input_tokens": 1024,
        "load.output_tokens": 256,
        "load.concurrency": 1,
        "purchase.usd_per_device_hour": 1.0,
    }
    slow, fast = (
        unit_costs(
            unit_cost(asked | {"deployment.engine": engine}), library
        ).performance.ttft_seconds
        for engine in ("llama.cpp", "vllm")
    )

    # A fifth: what one constant for all cards misses these prompts by, corrected by near rows.
    assert slow == pytest.approx(1024 / 7760.16, rel=0.2)
    assert slow is not None
    assert fast is not None
    assert fast < 0.5 * slow


@pytest.mark.parametrize(
    ("device", "tokens_per_second"),
    [("apple-m2-ultra", 1238.48), ("apple-m4", 221.29), ("apple-m3-max", 759.7)],
)
def test_time_to_the_first_token_is_about_what_was_measured(
    library: Library, device: str, tokens_per_second: float
) -> None:
    found = unit_costs(
        unit_cost(
            {
                "model": "llama-2-7b",
                "deployment.device": device,
                "deployment.device_count": 1,
                "deployment.precision": "q4_0",
                "load.input_tokens": 512,
                "load.output_tokens": 128,
                "load.concurrency": 1,
                "purchase.usd_per_device_hour": 1.0,
            }
        ),
        library,
    )

    # A tenth: one constant stands for all chips of a family.
    assert found.performance.ttft_seconds == pytest.approx(512 / tokens_per_second, rel=0.1)
