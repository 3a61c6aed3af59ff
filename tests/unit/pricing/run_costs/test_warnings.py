"""What answers to training runs warn of beside their numbers."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.run_costs.quote import run_costs
from tests.questions import run_cost

BATCH: dict[str, Any] = {"batch_sequences": 1024, "sequence_length": 4096}
BLOCK = {"option": "capacity_block", "usd_per_device_hour": 2.0}
CHECKPOINTS_HALF_THE_TIME = {
    "reliability.checkpoint_write_seconds": 600.0,
    "reliability.checkpoint_interval_seconds": 600.0,
}


def warned(library: Library, changes: dict[str, Any]) -> str:
    return "\n".join(run_costs(run_cost({"mfu_fraction": 0.4, **changes}), library).warnings)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"sequence_length": 200_000},
            "sequences of 200,000 tokens are longer than the 131,072 that llama-3.1-8b",
        ),
        (
            {"model": "gemma-2-2b", "sequence_length": 8192},
            "the loss head takes 27.3 of the",
        ),
        (
            {"method": "qlora", "mfu_fraction": None},
            "the speed is that of plain kernels: fused ones (fused_kernels)",
        ),
        (
            {"method": "lora", "packed": False},
            "samples differ in length: of the 30.3 GiB of activations torch keeps blocks of many",
        ),
        (
            {"method": "lora", "deployment.device": "mi325x", "mfu_fraction": None},
            "no published run of fine-tuning is on a device of the family amd: the MFU is that of",
        ),
        (
            {"deployment.device": "rtx-4090", "mfu_fraction": None},
            "no published run is on a device of the family nvidia-consumer: the MFU is that of",
        ),
        (
            {"deployment.precision": "tf32", "mfu_fraction": None},
            "no published run computes in tf32 on a device of the family nvidia: the MFU is that",
        ),
        (
            BATCH | {"tokens": 4e6},
            "4,000,000 tokens are less than one optimizer step of 4,194,304: hours",
        ),
        (
            {"tokens": 1e6, "deployment.layout.micro_batch_sequences": 2}
            | {"deployment.layout.tensor_parallel": 1, "deployment.layout.pipeline_parallel": 1},
            "than one optimizer step of 2,097,152, the least that the copies of the model take",
        ),
        (
            BATCH | {"reliability.checkpoint_interval_seconds": 1.0},
            "checkpoints 1 s apart lie within one optimizer step, which takes 2.",
        ),
        (
            BATCH | {"tokens": None, "steps": 1.5, "reliability.checkpoint_interval_seconds": 2.0},
            "checkpoints 2 s apart lie within one optimizer step",
        ),
        # 3,000 hours of work and as many of checkpoints.
        (
            {"tokens": 2e13, "purchases": [BLOCK], **CHECKPOINTS_HALF_THE_TIME},
            "a block of capacity_block lasts 4368 hours at most",
        ),
        (
            {"tokens": 4e13, "purchases": [BLOCK | {"option": "dws_flex_start"}]},
            "dws_flex_start ends after 168 hours at most",
        ),
    ],
)
def test_what_the_numbers_do_not_show_is_announced(
    library: Library, changes: dict[str, Any], text: str
) -> None:
    assert text in warned(library, changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"sequence_length": 131_072},
        {"deployment.device": "rtx-4090"},
        {"deployment.precision": "fp8", "mfu_fraction": None},
        {"deployment": {"device": "mi300x", "precision": "bf16"}, "mfu_fraction": None},
        {"deployment": {"device": "tpu-v5e", "precision": "int8"}, "mfu_fraction": None},
        BATCH | {"tokens": None, "steps": 1.0},
        BATCH | {"tokens": None, "samples": 1024.0 / 3.0, "epochs": 3.0},
        {"tokens": 4096.0 * 256},
        BATCH | {"reliability.checkpoint_interval_seconds": 3.0},
        {"reliability.checkpoint_interval_seconds": 1.0},
        {"tokens": 2e13, "purchases": [BLOCK]},
        {"tokens": 4e13, "purchases": [BLOCK | {"option": "on_demand"}]},
        BATCH | {"tokens": None, "steps": 1.5, "reliability.checkpoint_interval_seconds": 3.0},
    ],
)
def test_what_runs_do_is_not_announced(library: Library, changes: dict[str, Any]) -> None:
    found = warned(library, changes)

    assert not any(
        text in found
        for text in (
            "made for",
            "no published run",
            "optimizer step",
            "a block of capacity_block lasts",
        )
    )


def test_block_lasts_as_long_as_it_is_held(library: Library) -> None:
    """3,000 hours of work, and so many more of headroom."""
    texts = [
        warned(library, {"tokens": 2e13, "purchases": [BLOCK], "headroom_fraction": fraction})
        for fraction in (0.2, 0.6)
    ]

    assert ["a block of capacity_block lasts" in text for text in texts] == [False, True]


@pytest.mark.parametrize(("wait_seconds", "is_warned"), [(600.0, False), (2e6, True)])
def test_block_of_a_mix_is_held_while_the_rest_of_it_waits(
    library: Library, wait_seconds: float, *, is_warned: bool
) -> None:
    """3,000 hours of work, and three preemptions."""
    spot = {"option": "spot", "usd_per_device_hour": 1.0, "device_fraction": 0.5}
    changes = {
        "tokens": 2e13,
        "purchases": [{"mix": [BLOCK | {"device_fraction": 0.5}, spot]}],
        "reliability.spot_capacity_wait_seconds": wait_seconds,
    }

    assert ("a block of capacity_block lasts" in warned(library, changes)) == is_warned


def test_part_of_a_step_is_not_told_of_checkpoints_within_it(library: Library) -> None:
    often = {"reliability.checkpoint_interval_seconds": 1.0}

    assert "lie within one optimizer step" not in warned(library, BATCH | often | {"tokens": 4e6})
