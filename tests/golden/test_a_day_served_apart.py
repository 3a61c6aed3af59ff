"""What DeepSeek published of a day of its service, with prompts and tokens served apart.

Source: deepseek-ai/open-infra-index, day 6 (2025-02): 608 G tokens in, 56.3% of them cached, and
168 G out, at 20 to 22 tokens a second, cost 87,072 USD of H800 at 2 USD an hour. Units of prefill
have 32 devices, units of decoding 144. Nothing is fitted to it.
"""

import pytest

from pricing.catalog.library import Library
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

INPUT_TOKENS, OUTPUT_TOKENS = 608e9, 168e9
MEAN_CACHED_TOKENS = 4989.0
"""Of a request in flight: its input and half of its output."""


def test_a_day_of_a_fleet_costs_what_its_owner_published(library: Library) -> None:
    ratio = INPUT_TOKENS / OUTPUT_TOKENS
    output_tokens = MEAN_CACHED_TOKENS / (ratio + 0.5)
    answer = unit_costs(
        unit_cost(
            {
                "model": "deepseek-v3",
                "deployment": {
                    "device": "h800-sxm",
                    "precision": "fp8",
                    "prefill": {"tensor_parallel": 1, "data_parallel": 32},
                    "decode": {"tensor_parallel": 1, "data_parallel": 144},
                },
                "load": {
                    "input_tokens": ratio * output_tokens,
                    "output_tokens": output_tokens,
                    "cached_input_fraction": 0.563,
                },
                "slo": {"tpot_seconds": 1.0 / 21.0},
                "purchase": {"usd_per_device_hour": 2.0},
                "utilization_fraction": 1.0,
            }
        ),
        library,
    )

    pools = answer.pools
    assert pools is not None
    assert pools.prefill.device_count % 32 == 0
    assert pools.decode.device_count % 144 == 0
    usd = OUTPUT_TOKENS / output_tokens * answer.unit_costs.usd_per_request
    assert usd == pytest.approx(87_072.0, rel=0.25)
