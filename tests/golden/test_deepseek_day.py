"""DeepSeek's day: 608 billion tokens in, 56.3% of them cached, and 168 billion out for 87,072 USD.

Source: DeepSeek-V3/R1 Inference System Overview (2025-03-01): 32 devices share out the experts that
read prompts, 144 those that generate, at 20 to 22 tokens a second and 2 USD an H800-hour. Nothing
is fitted to it. A token out has 4,989 tokens before it in the mean.
"""

from pricing.catalog.library import Library
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

TOKENS_OUT = 168e9
INPUT_TOKENS, OUTPUT_TOKENS = 4384.0, 1211.0
"""Of a request: 608 in for 168 out, and 4,989 before a token in the mean."""


def test_day_of_deepseek_costs_what_it_published(library: Library) -> None:
    experts = {"device": "h800-sxm", "tensor_parallel": 1}
    answer = unit_costs(
        unit_cost(
            {
                "model": "deepseek-v3",
                "deployment": {
                    "precision": "fp8",
                    "engine": "sglang",
                    "prefill": experts | {"expert_parallel": 32},
                    "decode": experts | {"expert_parallel": 144},
                },
                "load": {
                    "input_tokens": INPUT_TOKENS,
                    "output_tokens": OUTPUT_TOKENS,
                    "cached_input_fraction": 0.563,
                    "requests_per_second": TOKENS_OUT / OUTPUT_TOKENS / 86_400.0,
                },
                "slo": {"tpot_seconds": 0.05, "ttft_seconds": 5.0},
                "workload": "batch",
                "purchase.usd_per_device_hour": 2.0,
            }
        ),
        library,
    )

    assert 70_000.0 < 24.0 * answer.unit_costs.usd_per_hour < 110_000.0
    assert 1_500 < answer.device_count < 2_300
    assert (answer.performance.tpot_seconds or 1.0) <= 0.05
