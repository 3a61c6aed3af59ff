"""Published first tokens of prompts of a million tokens."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost


def million_tokens(library: Library, **layout: Any) -> UnitCostAnswer:
    """DeepSeek-V4-Flash on 8 B200, 8 requests of a million tokens at once (vLLM issue 51454)."""
    return unit_costs(
        unit_cost(
            {
                "model": "deepseek-v4-flash",
                "deployment": {"device": "b200-sxm", "device_count": 8, "engine": "vllm"} | layout,
                "load": {"input_tokens": 1e6, "output_tokens": 64.0, "concurrency": 8.0},
            }
        ),
        library,
    )


@pytest.mark.parametrize(
    ("layout", "seconds"),
    [
        # Every device scores every token, so that eight are hardly faster than one.
        ({"tensor_parallel": 8}, 314.6),
        ({"tensor_parallel": 1, "data_parallel": 8, "expert_parallel": 8}, 84.7),
    ],
)
def test_a_million_tokens_take_what_was_measured(
    library: Library, layout: dict[str, Any], seconds: float
) -> None:
    assert million_tokens(library, **layout).performance.burst_ttft_seconds == pytest.approx(
        seconds, rel=0.25
    )


def test_requests_are_shared_out_where_nobody_says(library: Library) -> None:
    performance = million_tokens(library).performance

    assert performance.tensor_parallel == 1
    assert performance.burst_ttft_seconds == pytest.approx(84.7, rel=0.25)
