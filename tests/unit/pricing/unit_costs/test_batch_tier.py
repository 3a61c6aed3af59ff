"""Batch work beside interactive work: on the same devices, and at APIs."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.tco.answer import TokenPrices
from pricing.tco.quote import tco
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from pricing.unit_costs.tiers.answer import BatchTier
from tests import questions

LOAD = {"load.input_tokens": 1000.0, "load.output_tokens": 250.0, "batch_tier": True}


def asked(library: Library, **fields: Any) -> UnitCostAnswer:
    return unit_costs(questions.unit_cost(LOAD | fields), library)


def tier_of(answer: UnitCostAnswer) -> BatchTier:
    assert answer.batch_tier is not None
    return answer.batch_tier


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"load.requests_per_second": 4.0},
        {"purchase.option": "owned"},
        {
            "deployment": {
                "prefill": {"device": "h100-sxm-80gb", "device_count": 8},
                "decode": {"device": "h100-sxm-80gb", "device_count": 8},
            }
        },
    ],
)
def test_both_tiers_pay_the_whole_bill(library: Library, fields: dict[str, Any]) -> None:
    answer = asked(library, **fields)
    tier = tier_of(answer)
    batch = unit_costs(
        questions.unit_cost(
            LOAD
            | fields
            | {"load.requests_per_second": None, "batch_tier": False}
            | {"workload": "batch", "utilization_fraction": 0.9}
        ),
        library,
    )

    paid = sum(
        one.requests_per_second * one.usd_per_request * 3600.0
        for one in (tier.batch, tier.interactive)
    )
    assert paid == pytest.approx(batch.unit_costs.usd_per_hour)
    assert tier.filled_fraction == pytest.approx(0.9 - answer.performance.utilization_fraction)
    assert tier.batch.usd_per_request == batch.unit_costs.usd_per_request
    assert tier.interactive.usd_per_request < answer.unit_costs.usd_per_request
    assert tier.usd_ratio < 1.0
    assert tier.api_discount_fraction == 0.5
    assert "utilization_fraction.batch" in {row.key for row in answer.assumptions}


def test_what_is_used_whole_leaves_nothing(library: Library) -> None:
    answer = asked(library, utilization_fraction=0.95)

    assert tier_of(answer).filled_fraction == tier_of(answer).batch.requests_per_second == 0.0
    assert any("leaves nothing for batch work" in text for text in answer.warnings)


@pytest.mark.parametrize("fields", [{"workload": "batch"}, questions.THINGS])
def test_the_tier_stands_beside_interactive_work_alone(
    library: Library, fields: dict[str, Any]
) -> None:
    with pytest.raises(InvalidQuery, match="beside interactive work") as refused:
        unit_costs(questions.unit_cost({"batch_tier": True} | fields), library)

    assert refused.value.field == "batch_tier"


def prices(
    library: Library, provider: str, model: str, workload: str
) -> tuple[TokenPrices, tuple[str, ...]]:
    service = {
        "alternative": {"provider": provider, "model": model},
        "workload": workload,
        "load.cached_input_fraction": 0.5,
        "catalog": None,
    }
    found = tco(questions.tco(service), library)
    shown = found.alternatives[0].prices
    assert shown is not None
    return shown, found.warnings


@pytest.mark.parametrize(
    ("provider", "model", "cached"),
    [("openai", "gpt-4.1-mini", 0.5), ("google", "gemini-2.5-flash", 1.0)],
)
def test_an_api_charges_its_batch_price_for_batch_work(
    library: Library, provider: str, model: str, cached: float
) -> None:
    usual, _ = prices(library, provider, model, "interactive")
    batch, _ = prices(library, provider, model, "batch")

    assert batch.usd_per_million_output_tokens == pytest.approx(
        0.5 * usual.usd_per_million_output_tokens
    )
    assert batch.usd_per_million_cached_input_tokens == pytest.approx(
        cached * usual.usd_per_million_cached_input_tokens
    )
    assert batch.usd_per_request == pytest.approx(
        (
            512.0 * batch.usd_per_million_input_tokens
            + 512.0 * batch.usd_per_million_cached_input_tokens
            + 256.0 * batch.usd_per_million_output_tokens
        )
        / 1e6
    )


def test_an_api_without_a_batch_price_stands_at_its_list_price(library: Library) -> None:
    usual, _ = prices(library, "deepseek", "deepseek-chat", "interactive")
    batch, warnings = prices(library, "deepseek", "deepseek-chat", "batch")

    assert batch == usual
    assert any("no batch price of deepseek" in text for text in warnings)
