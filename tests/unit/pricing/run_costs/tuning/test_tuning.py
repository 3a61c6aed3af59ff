"""Fine-tuning in run costs: what contradicts itself, and what adds up."""

from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.units import BYTES_PER_GIBIBYTE
from tests.questions import run_cost

DEVICE = {"deployment.device": "a100-sxm-80gb", "deployment.device_count": 1}


def asked(library: Library, changes: dict[str, Any]) -> RunCostAnswer:
    return run_costs(run_cost({"tokens": 1e8, **DEVICE, **changes}), library)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"method": "full_finetuning", "adapter_rank": 8}, "adapter_rank"),
        ({"method": "lora", "unpacked_in_32_bits": True}, "unpacked_in_32_bits"),
        ({"method": "lora", "adapter_modules": "attention"}, "adapter_rank"),
        (
            {"method": "lora", "adapter_rank": 8, "adapter_parameter_fraction": 0.01},
            "adapter_parameter_fraction",
        ),
        ({"method": "full_finetuning", "base_weight_format": "nf4"}, "base_weight_format"),
        ({"method": "qlora", "base_weight_format": "int8"}, "base_weight_format"),
        (
            {"optimizer": "lion", "optimizer_bytes_per_parameter": 4.0},
            "optimizer_bytes_per_parameter",
        ),
        (
            {"optimizer_in_backward": True, "gradient_accumulation": 2},
            "gradient_accumulation",
        ),
        ({"gradient_accumulation": 2, "batch_sequences": 8}, "gradient_accumulation"),
    ],
)
def test_what_contradicts_itself_is_refused(
    library: Library, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as caught:
        asked(library, changes)

    assert caught.value.field == field


@pytest.mark.parametrize(
    ("rank", "modules", "parameters"),
    [(8, "query_value", 4_194_304), (64, "all_linear", 159_907_840)],
)
def test_adapters_have_the_parameters_that_are_published(
    library: Library, rank: int, modules: str, parameters: int
) -> None:
    # LitGPT resource tables; QLoRA of Llama 2 7B at rank 64.
    found = asked(
        library,
        {
            "model": "llama-2-7b",
            "method": "lora",
            "adapter_rank": rank,
            "adapter_modules": modules,
            "optimizer": "adamw",
        },
    )
    # The 32-bit copy and both moments.
    held = found.memory.optimizer_gibibytes * BYTES_PER_GIBIBYTE / 12.0

    assert held == pytest.approx(parameters, rel=1e-6)


@pytest.mark.parametrize(
    ("optimizer", "held"),
    [("sgd", 4.0), ("lion", 8.0), ("adafactor", 4.0), ("adamw", 12.0), ("sgd_momentum", 8.0)],
)
def test_optimizers_hold_their_moments_beside_the_master_copy(
    library: Library, optimizer: str, held: float
) -> None:
    found = asked(
        library,
        {"model": "llama-3.2-1b", "method": "full_finetuning", "optimizer": optimizer},
    ).memory

    assert found.optimizer_gibibytes / found.weights_gibibytes == pytest.approx(held / 2.0)


@pytest.mark.parametrize(
    "changes",
    [
        {"method": "lora"},
        {"method": "qlora", "offload": {"activations": True}},
        {"method": "full_finetuning", "model": "llama-3.2-1b", "optimizer": "paged_adamw"},
    ],
)
def test_parts_of_memory_and_of_a_micro_batch_add_up(
    library: Library, changes: dict[str, Any]
) -> None:
    found = asked(library, changes)
    memory, micro = found.memory, found.compute.micro_batch

    assert memory.used_gibibytes == pytest.approx(
        memory.states_gibibytes
        + memory.working_gibibytes
        + memory.activations_gibibytes
        + memory.runtime_gibibytes
    )
    assert micro is not None
    parts = ("compute", "launch", "unpacking", "gathering", "optimizer", "host", "bubble")
    assert micro.seconds == pytest.approx(sum(getattr(micro, f"{part}_seconds") for part in parts))
    rate = found.compute.tokens_per_second_per_device
    assert rate == pytest.approx(micro.told_tokens / micro.seconds)


def test_accumulated_gradients_are_held_beside_activations(library: Library) -> None:
    usual = {"model": "llama-3.2-1b", "method": "full_finetuning", "recompute": "none"}
    once, often = (
        asked(library, usual | {"gradient_accumulation": count}).memory.used_gibibytes
        for count in (1, 8)
    )

    assert once < often


def test_padded_samples_are_told_tokens_of_more_that_are_computed(library: Library) -> None:
    usual = {"method": "lora", "sequence_length": 2048, "tokens": None, "samples": 1e4}
    packed, padded = (
        asked(library, usual | {"sample_tokens": 200, "packed": packed}).compute
        for packed in (True, False)
    )

    assert padded.tokens_per_second_per_device < packed.tokens_per_second_per_device


def test_more_servers_than_the_rows_know_are_as_larger_runs(library: Library) -> None:
    few, many = (
        asked(library, {"method": "lora", "deployment.device_count": count}).compute
        for count in (8, 64)
    )

    assert many.tokens_per_second_per_device < few.tokens_per_second_per_device
    assert many.evidence
    assert not few.evidence


def test_rows_of_a_sweep_are_the_point_quotes(library: Library) -> None:
    base = {"model": "llama-3.1-8b", "tokens": 1e8, "sequence_length": 2048}
    axes: dict[str, Any] = {
        "method": ["full_finetuning", "lora", "qlora", "int8_lora"],
        "deployment.device": ["a100-sxm-80gb", "h100-sxm-80gb"],
        "deployment.device_count": [1, 16],
        "fused_kernels": [None, True],
        "optimizer": [None, "adamw_8bit"],
    }
    purchase = {"option": "on_demand", "usd_per_device_hour": 2.0}
    query = SweepQuery(kind="run_costs", base=base | {"purchases": [purchase]}, axes=axes)
    frame = pl.concat(sweep_of(query).rows(library))
    answered = 0
    for row in frame.iter_rows(named=True):
        asked_by = {name: row[name] for name in axes}
        question = run_cost({**base, "deployment": {}, "purchases": [purchase], **asked_by})
        if row["refusal"] is not None:
            with pytest.raises(Exception, match=r".") as caught:
                run_costs(question, library)
            assert getattr(caught.value, "detail", "") == row["refusal_detail"]
            continue
        found = run_costs(question, library)
        answered += 1
        assert row["mfu_fraction"] == pytest.approx(found.compute.mfu_fraction, rel=1e-9)
        assert row["usd_mean"] == pytest.approx(found.options[0].usd.mean, rel=1e-9)

    assert answered > 40
