"""Runs on devices that are too small: the refusal says what would make them fit."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit
from pricing.run_costs.quote import run_costs
from tests.questions import run_cost

OFFLOADED = {"offload.optimizer": True, "offload.parameters": True, "loss": "chunked"}


def question(model: str, method: str, device: str, count: int) -> dict[str, Any]:
    return {
        "model": model,
        "method": method,
        "deployment.device": device,
        "deployment.device_count": count,
    }


@pytest.mark.parametrize(
    ("asked", "said", "changes"),
    [
        # Two cards of 24 GB train a model of 70B with its weights on the host (fsdp_qlora).
        (
            question("llama-3-70b", "qlora", "rtx-3090", 2),
            "offload.optimizer, offload.parameters and loss chunked, and 21 GiB on the host",
            OFFLOADED,
        ),
        (
            question("gpt-oss-20b", "qlora", "rtx-4090", 1),
            "loss chunked",
            {"loss": "chunked"},
        ),
        (
            question("llama-3.1-8b", "full_finetuning", "h100-sxm-80gb", 1),
            "optimizer adamw_fused, base_weight_format bf16 and loss chunked",
            {"optimizer": "adamw_fused", "base_weight_format": "bf16", "loss": "chunked"},
        ),
        (
            question("llama-3.1-8b", "full_finetuning", "rtx-4090", 1),
            "offload.optimizer and loss chunked, and 90 GiB on the host for each device",
            {"offload.optimizer": True, "loss": "chunked"},
        ),
    ],
)
def test_what_would_make_a_run_fit_is_said_and_does(
    library: Library, asked: dict[str, Any], said: str, changes: dict[str, Any]
) -> None:
    with pytest.raises(DoesNotFit) as refused:
        run_costs(run_cost(asked), library)

    assert f"; it fits with {said}" in refused.value.detail
    assert refused.value.field == "deployment.device_count"
    assert run_costs(run_cost(asked | changes), library).memory.fits


def test_pretraining_is_told_of_a_loss_that_shares_the_words(library: Library) -> None:
    # NeMo 24.07, performance summary: 12,701 tokens a second and device, whose stack shares them
    layout = {"tensor_parallel": 2, "pipeline_parallel": 1, "data_parallel": 32, "zero_stage": 1}
    asked = question("nemotron-3-8b", "pretraining", "h100-sxm-80gb", 64) | {
        "deployment.layout": layout | {"micro_batch_sequences": 4},
        "batch_sequences": 256,
        "sequence_length": 4096,
    }
    with pytest.raises(DoesNotFit) as refused:
        run_costs(run_cost(asked), library)

    assert refused.value.detail.endswith("; it fits with loss parallel")
    assert run_costs(run_cost(asked | {"loss": "parallel"}), library).memory.fits


def test_other_pretraining_has_none_of_it(library: Library) -> None:
    with pytest.raises(DoesNotFit) as refused:
        run_costs(run_cost(question("llama-3-70b", "pretraining", "h100-sxm-80gb", 2)), library)

    assert "it fits with" not in refused.value.detail
