"""An engine that nobody names: the interval holds those that are measured there."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.evidence.engines import engines_for
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

ASKED: list[dict[str, Any]] = [
    {
        "model": "deepseek-r1",
        "deployment": {"device": "b200-sxm", "device_count": 8, "precision": "fp4"},
    },
    {"model": "deepseek-r1", "deployment": {"device": "b200-sxm", "precision": "fp4"}},
    {"model": "llama-3.1-70b", "deployment": {"device": "h100-sxm-80gb", "precision": "fp8"}},
    {"model": "llama-3.1-8b", "deployment": {"device": "mi300x", "precision": "bf16"}},
    {"model": "llama-3.1-8b", "deployment": {"device": "apple-m3-ultra", "precision": "bf16"}},
]


@pytest.mark.parametrize("load", [{}, {"concurrency": 32.0}, {"requests_per_second": 0.2}])
@pytest.mark.parametrize("workload", ["interactive", "batch"])
@pytest.mark.parametrize("changes", ASKED)
def test_throughput_under_any_engine_is_in_the_interval(
    library: Library, changes: dict[str, Any], workload: str, load: dict[str, float]
) -> None:
    asked = changes | {"workload": workload, "load": load, "purchase.usd_per_device_hour": 1.0}
    answer = unit_costs(unit_cost(asked), library)
    catalog = library.newest
    device, model = catalog.devices[answer.device], catalog.models[str(answer.model)]
    engines = engines_for(catalog, device, model)
    found = answer.performance
    low, high = (
        (found.output_tokens_per_second_low or 0.0) / answer.device_count,
        (found.output_tokens_per_second_high or 0.0) / answer.device_count,
    )

    assert engines
    for engine in engines:
        try:
            named = unit_costs(unit_cost(asked | {"deployment.engine": engine}), library)
        except Refusal:
            continue
        if named.device_count != answer.device_count:
            continue  # the engine takes more of memory, and the interval is of the count answered
        reached = (named.performance.output_tokens_per_second or 0.0) / named.device_count
        assert low * (1.0 - 1e-9) <= reached <= high * (1.0 + 1e-9)
        if not load:
            price = named.unit_costs.usd_per_million_output_tokens_all_in or 0.0
            assert (
                (answer.unit_costs.usd_per_million_output_tokens_all_in_low or 0.0) * (1.0 - 1e-9)
                <= price
                <= (answer.unit_costs.usd_per_million_output_tokens_all_in_high or 0.0)
                * (1.0 + 1e-9)
            )


def test_engine_that_is_named_has_the_interval_of_its_own(library: Library) -> None:
    asked = ASKED[0] | {"purchase.usd_per_device_hour": 1.0}
    open_, named = (
        unit_costs(unit_cost(asked | {"deployment.engine": engine}), library)
        for engine in (None, "tensorrt-llm")
    )

    assert any("no engine was asked for: the interval holds" in text for text in open_.warnings)
    assert not any("no engine" in text for text in named.warnings)


def test_engine_that_deals_layers_out_is_none_of_many(library: Library) -> None:
    catalog = library.newest
    small = catalog.models["llama-3.1-8b"]

    assert "llama.cpp" not in engines_for(catalog, catalog.devices["h100-sxm-80gb"], small)
    assert engines_for(catalog, catalog.devices["apple-m3-ultra"], small) == ("llama.cpp",)


@pytest.mark.parametrize(
    ("model", "device", "count"),
    [("deepseek-v3.1", "h200", 8), ("qwen3-235b-a22b", "h100", 8), ("mixtral-8x7b", "h100", 2)],
)
def test_mixtures_write_as_much_under_sglang_of_today(
    library: Library, model: str, device: str, count: int
) -> None:
    """Bursts of such mixtures were served 0.9 to 1.6 times as fast as by vLLM: history.md."""

    def tokens(engine: str) -> float:
        asked = {
            "model": model,
            "deployment": {
                "device": device,
                "device_count": count,
                "precision": "fp8",
                "engine": engine,
            },
        }
        found = unit_costs(unit_cost(asked), library).performance
        return found.output_tokens_per_second or 0.0

    plain = tokens("vllm")
    assert 0.8 * plain < tokens("sglang") < 1.25 * plain
    assert tokens("sglang 0.5.9") < 0.8 * tokens("sglang")
