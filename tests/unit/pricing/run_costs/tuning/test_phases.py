"""Preference and reinforcement learning: phases, other models, and devices that serve."""

from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit, InvalidQuery
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.unit_costs.quote import unit_costs
from tests.questions import run_cost, unit_cost

PRICE = {"option": "on_demand", "usd_per_device_hour": 2.0}
EIGHT = {"device": "h100-sxm-80gb", "device_count": 8, "precision": "bf16"}
ROLLOUT = {"prompt_tokens": 256, "response_tokens": 1024}


def asked(library: Library, changes: dict[str, Any]) -> RunCostAnswer:
    question = {"tokens": 1e9, "deployment": EIGHT, "purchases": [PRICE]}
    return run_costs(run_cost(question | changes), library)


def shares(answer: RunCostAnswer) -> dict[str, float]:
    return {phase.name: phase.share_fraction for phase in answer.compute.phases}


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"method": "lora"}, []),
        ({"method": "dpo"}, ["update", "reference"]),
        ({"method": "dpo", "reference_model": False}, ["update"]),
        (
            {"method": "grpo", "rollout": ROLLOUT},
            ["update", "old_probabilities", "reference", "rollouts"],
        ),
        (
            {
                "method": "ppo",
                "rollout": ROLLOUT,
                "reward_model": "llama-3.2-1b",
                "deployment": EIGHT | {"device_count": 16},
            },
            ["update", "old_probabilities", "reference", "value", "reward", "rollouts"],
        ),
        ({"method": "distillation", "teacher": "llama-3.1-70b"}, ["update", "teacher"]),
    ],
)
def test_phases_add_up_to_the_hours_and_the_items_to_the_bill(
    library: Library, changes: dict[str, Any], names: list[str]
) -> None:
    answer = asked(library, changes)
    phases = answer.compute.phases

    assert [phase.name for phase in phases] == names
    if phases:
        hours = sum(phase.device_hours for phase in phases)
        assert hours == pytest.approx(answer.compute.productive_device_hours)
        assert sum(phase.share_fraction for phase in phases) == pytest.approx(1.0)
    for option in answer.options:
        assert sum(item.usd for item in option.line_items) == pytest.approx(option.usd.mean)


def test_reference_is_a_forward_pass_of_the_update(library: Library) -> None:
    """2 of 6 FLOPs a parameter, without recompute."""
    found = shares(asked(library, {"method": "dpo", "recompute": "none"}))

    assert found["reference"] / found["update"] == pytest.approx(1.0 / 3.0)


def test_rollouts_take_what_serving_them_takes(library: Library) -> None:
    """A single group of one, so that no prompt is shared; twice, for the longest of a batch."""
    answer = asked(library, {"method": "grpo", "rollout": ROLLOUT | {"group_size": 1}})
    served = unit_costs(
        unit_cost(
            {
                "model": "llama-3.1-8b",
                "deployment": EIGHT,
                "load": {"input_tokens": 256, "output_tokens": 1024},
                "workload": "batch",
                "utilization_fraction": 1.0,
            }
        ),
        library,
    )
    rate = served.performance.requests_per_second
    rollouts = next(phase for phase in answer.compute.phases if phase.name == "rollouts")

    assert rollouts.device_hours == pytest.approx(2e9 / 1280 / rate * 8 / 3600, rel=1e-6)


def test_longer_responses_are_more_of_the_time(library: Library) -> None:
    found = [
        shares(asked(library, {"method": "grpo", "rollout": ROLLOUT | {"response_tokens": tokens}}))
        for tokens in (256, 2048, 8192)
    ]

    assert [share["rollouts"] for share in found] == sorted(share["rollouts"] for share in found)


def test_rollouts_of_dapo_take_the_published_share(library: Library) -> None:
    """verl, one_step_off_policy README (July 2025): rollouts of DAPO 32B take about 70%."""
    answer = asked(
        library,
        {
            "model": "qwen2.5-32b",
            "method": "grpo",
            "reference_model": False,
            "deployment": {"device": "h800-sxm", "device_count": 128, "precision": "bf16"},
            "rollout": {"prompt_tokens": 1000, "response_tokens": 8000, "group_size": 16},
        },
    )

    assert shares(answer)["rollouts"] == pytest.approx(0.7, abs=0.1)


def test_larger_groups_read_a_prompt_less_often(library: Library) -> None:
    long = {"prompt_tokens": 4096, "response_tokens": 256}
    few, many = (
        asked(library, {"method": "grpo", "rollout": long | {"group_size": size}})
        for size in (1, 16)
    )

    assert many.compute.productive_device_hours < few.compute.productive_device_hours


def test_devices_beside_the_update_are_of_the_count_and_the_slower_is_waited_for(
    library: Library,
) -> None:
    rollout = ROLLOUT | {"schedule": "beside", "device_count": 4}
    answer = asked(library, {"method": "grpo", "rollout": rollout})

    assert answer.device_count == 8
    layout = answer.layout
    assert layout.data_parallel * layout.tensor_parallel * layout.pipeline_parallel == 4
    assert shares(answer)["waiting"] > 0.0


def test_a_frozen_copy_is_held_beside_all_weights_and_not_beside_adapters(
    library: Library,
) -> None:
    full, copied, adapted = (
        asked(library, changes).memory.weights_gibibytes
        for changes in (
            {"method": "full_finetuning", "deployment.layout": {"zero_stage": 3}},
            {"method": "dpo", "deployment.layout": {"zero_stage": 3}},
            {"method": "dpo", "adapter_rank": 16, "deployment.layout": {"zero_stage": 3}},
        )
    )

    assert copied == pytest.approx(2.0 * full)
    assert adapted < 1.1 * full


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"method": "grpo"}, "rollout"),
        ({"method": "distillation"}, "teacher"),
        ({"method": "lora", "rollout": ROLLOUT}, "rollout"),
        ({"method": "dpo", "teacher": "llama-3.1-70b"}, "teacher"),
        ({"method": "grpo", "rollout": ROLLOUT, "value_model": "llama-3.2-1b"}, "value_model"),
        (
            {"method": "grpo", "rollout": ROLLOUT | {"schedule": "beside"}},
            "rollout.device_count",
        ),
        (
            {
                "method": "grpo",
                "rollout": ROLLOUT | {"schedule": "beside", "device_count": 8},
            },
            "rollout.device_count",
        ),
    ],
)
def test_parts_that_a_method_lacks_or_does_not_have_are_refused(
    library: Library, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as caught:
        asked(library, changes)

    assert caught.value.field == field


def test_open_count_serves_the_teacher_and_a_given_one_is_refused_by_its_name(
    library: Library,
) -> None:
    run = {"model": "llama-3.1-8b", "method": "distillation", "teacher": "llama-3.1-405b"}
    found = asked(library, run | {"deployment": EIGHT | {"device_count": None}})

    assert found.device_count == 16
    with pytest.raises(DoesNotFit) as caught:
        asked(library, run | {"deployment": EIGHT})
    assert caught.value.field == "deployment.device_count"
    assert caught.value.nearest == ("16",)


def test_rows_of_a_sweep_are_the_point_quotes(library: Library) -> None:
    base = {"model": "llama-3.1-8b", "tokens": 1e8}
    axes: dict[str, Any] = {
        "method": ["grpo", "ppo", "dpo"],
        "deployment.device_count": [8, 16],
        "rollout.response_tokens": [512, 4096],
        "rollout.prompt_tokens": [256],
        "deployment.device": ["h100-sxm-80gb"],
    }
    query = SweepQuery(kind="run_costs", base=base | {"purchases": [PRICE]}, axes=axes)
    answered = 0
    for row in pl.concat(sweep_of(query).rows(library)).iter_rows(named=True):
        question = run_cost(
            {
                **base,
                "sequence_length": None,
                "deployment": {},
                "purchases": [PRICE],
                **{name: row[name] for name in axes},
            }
        )
        if row["refusal"] is not None:
            with pytest.raises(InvalidQuery) as caught:
                run_costs(question, library)
            assert caught.value.detail == row["refusal_detail"]
            continue
        found = run_costs(question, library)
        answered += 1
        assert row["mfu_fraction"] == pytest.approx(found.compute.mfu_fraction, rel=1e-9)
        assert row["usd_mean"] == pytest.approx(found.options[0].usd.mean, rel=1e-9)

    assert answered == 8
