"""Candidates that serve prompts and tokens apart, beside those that do not."""

from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.comparisons.answer import ComparisonAnswer
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery
from pricing.errors import InvalidQuery
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

LOAD = {"input_tokens": 4000, "output_tokens": 500}


def compared(library: Library, **vary: Any) -> ComparisonAnswer:
    asked = {"model": "llama-3.1-70b", "load": LOAD, "vary": {"precisions": ["fp8"], **vary}}
    return comparison(msgspec.convert(asked, ComparisonQuery), library)


def test_pools_are_ranked_beside_whole_devices(library: Library) -> None:
    found = compared(
        library,
        devices=["h100-sxm-80gb"],
        prefill_devices=["h100-sxm-80gb", "h200-sxm-141gb"],
        decode_devices=["h200-sxm-141gb"],
    )

    costs = [one["usd_per_million_output_tokens"] for one in found.candidates]
    assert found.candidate_count == len(found.candidates) == 3
    assert costs == sorted(costs)
    assert {one["device"] for one in found.candidates} == {
        "h100-sxm-80gb",
        "h100-sxm-80gb + h200-sxm-141gb",
        "h200-sxm-141gb",
    }
    for one in found.candidates:
        assert (one["prefill_device"] is None) == (one["device"] == "h100-sxm-80gb")


def test_candidates_are_the_quotes_of_pools(library: Library) -> None:
    (one,) = compared(
        library, prefill_devices=["h100-sxm-80gb"], decode_devices=["h200-sxm-141gb"]
    ).candidates

    query = unit_cost(
        {
            "deployment": {
                "precision": "fp8",
                "prefill": {"device": "h100-sxm-80gb"},
                "decode": {"device": "h200-sxm-141gb"},
            },
            "load": LOAD,
        }
    )
    answer = unit_costs(query, library)
    assert one["usd_per_hour"] == answer.unit_costs.usd_per_hour
    assert one["prefill_device_count"] + one["decode_device_count"] == one["device_count"]
    assert one["warnings"] == answer.warnings


def test_one_pool_alone_is_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery) as refusal:
        compared(library, prefill_devices=["h100-sxm-80gb"])

    assert refusal.value.field == "vary.decode_devices"
