"""The tokens of a run, in each of the ways that they are given."""

from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.errors import Infeasible, InvalidQuery, Refusal
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.quote import headline, run_costs
from tests.questions import run_cost


def asked(library: Library, changes: dict[str, Any]) -> RunCostAnswer:
    return run_costs(run_cost({"tokens": None, **changes}), library)


@pytest.mark.parametrize(
    ("changes", "tokens"),
    [
        ({"tokens": 3e11}, 3e11),
        ({"steps": 1000, "batch_tokens": 4e6}, 4e9),
        ({"steps": 1000, "batch_sequences": 512}, 1000 * 512 * 4096),
        ({"samples": 52_000, "sample_tokens": 100}, 5.2e6),
        ({"samples": 52_000, "sample_tokens": 100, "epochs": 3}, 1.56e7),
        ({"samples": 52_000, "epochs": 0.5}, 52_000 * 4096 / 2),
    ],
)
def test_work_is_the_same_however_it_is_given(
    library: Library, changes: dict[str, Any], tokens: float
) -> None:
    found = asked(library, changes).compute
    plain = asked(library, {"tokens": tokens}).compute

    assert found.tokens == pytest.approx(tokens, rel=1e-12)
    assert found.model_flops == pytest.approx(plain.model_flops, rel=1e-12)


@pytest.mark.parametrize(
    "limit",
    [
        {"wall_clock_limit_hours": 720},
        {"wall_clock_limit_hours": 720, "meet": "p90"},
        {"start": "2026-07-01", "deadline": "2026-07-02"},
    ],
)
def test_devices_and_a_time_train_as_much_as_ends_in_time(
    library: Library, limit: dict[str, Any]
) -> None:
    devices = {"deployment.device_count": 64, "schedule": limit}
    found = asked(library, devices)
    more = asked(library, devices | {"tokens": found.compute.tokens * 1.001})

    for answer, is_kept in ((found, True), (more, False)):
        assert answer.schedule is not None
        kept = {one.option: one.keeps_limit for one in answer.schedule.options}
        assert kept[found.cheapest_option or ""] is is_kept
    assert any("nothing says how much is trained" in warning for warning in found.warnings)


def test_a_time_without_a_count_says_nothing_of_the_work(library: Library) -> None:
    with pytest.raises(InvalidQuery, match="with deployment") as caught:
        asked(library, {"deployment.device_count": None, "schedule.wall_clock_limit_hours": 720})

    assert caught.value.field == "tokens"


def test_least_that_can_be_asked_is_a_token_and_a_batch_of_a_sequence(library: Library) -> None:
    assert asked(library, {"tokens": 1.0}).compute.tokens == 1.0
    assert asked(library, {"steps": 10, "batch_tokens": 4096}).compute.tokens == 40_960.0


def test_steps_are_said_where_a_batch_is_known(library: Library) -> None:
    assert asked(library, {"tokens": 4e9, "batch_tokens": 4e6}).compute.steps == 1000.0
    assert asked(library, {"tokens": 4e9}).compute.steps is None


def test_sequence_is_a_sample_where_only_that_is_given(library: Library) -> None:
    changes = {"samples": 1e6, "sample_tokens": 512, "sequence_length": None}
    answer = asked(library, changes)
    plain = asked(library, {"tokens": 5.12e8, "sequence_length": 512})

    assert "training.sequence_length" not in {item.key for item in answer.assumptions}
    assert answer.compute.model_flops == plain.compute.model_flops


def test_sequence_left_open_is_no_longer_than_the_model_was_made_for(library: Library) -> None:
    short, usual = (
        asked(library, {"model": model, "tokens": 1e9, "sequence_length": None})
        for model in ("llama-7b", "llama-2-7b")
    )
    same = asked(library, {"model": "llama-7b", "tokens": 1e9, "sequence_length": 2048})

    assert short.compute == same.compute
    assert "training.sequence_length" in {item.key for item in usual.assumptions}
    assert not any("made for" in text for text in short.warnings)
    assert any("2,048 tokens are used, the context of llama-7b" in text for text in short.warnings)


def test_sequence_of_a_sample_is_the_nearest_whole_one(library: Library) -> None:
    sample = {"samples": 1e6, "sample_tokens": 511.6}
    open_, same = (
        asked(library, {**sample, "sequence_length": length}).compute for length in (None, 512)
    )

    assert open_.model_flops == same.model_flops


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({}, "tokens"),
        ({"tokens": 1e9, "steps": 10}, "steps"),
        ({"tokens": 1e9, "samples": 10}, "samples"),
        ({"steps": 10, "samples": 10, "batch_tokens": 1e6}, "samples"),
        ({"steps": 10}, "batch_tokens"),
        ({"steps": 10, "batch_tokens": 1e6, "batch_sequences": 8}, "batch_sequences"),
        ({"steps": 10, "batch_tokens": 4095}, "batch_tokens"),
        ({"tokens": 1e9, "epochs": 2}, "epochs"),
        ({"tokens": 1e9, "sample_tokens": 2}, "sample_tokens"),
        ({"steps": 1e12, "batch_tokens": 1e12}, "steps"),
        ({"samples": 1, "sample_tokens": 1, "epochs": 1e-3}, "samples"),
    ],
)
def test_work_that_is_given_twice_or_not_at_all_is_refused(
    library: Library, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as caught:
        asked(library, changes)

    assert caught.value.field == field


@pytest.mark.parametrize(
    "changes", [{"tokens": 0}, {"steps": 0}, {"samples": 0}, {"epochs": 0}, {"batch_tokens": 0}]
)
def test_work_of_nothing_is_refused_by_the_query(changes: dict[str, Any]) -> None:
    (name,) = changes
    with pytest.raises(msgspec.ValidationError, match=rf"at `\$\.{name}`"):
        run_cost(changes)


@pytest.mark.parametrize("method", ["pretraining", "full_finetuning"])
def test_adapters_go_with_methods_that_have_some(library: Library, method: str) -> None:
    with pytest.raises(InvalidQuery) as caught:
        asked(library, {"tokens": 1e9, "method": method, "adapter_parameter_fraction": 0.01})

    assert caught.value.field == "adapter_parameter_fraction"


def test_finetuning_all_weights_has_the_flops_and_the_states_of_pretraining(
    library: Library,
) -> None:
    one, other = (
        asked(library, {"tokens": 1e9, "method": method})
        for method in ("pretraining", "full_finetuning")
    )

    assert one.compute.model_flops == other.compute.model_flops
    assert one.memory.states_gibibytes == other.memory.states_gibibytes


def test_adapters_spare_the_gradients_of_the_frozen_weights(library: Library) -> None:
    full, adapted = (
        asked(library, {"tokens": 1e9, "method": method}).compute.model_flops
        for method in ("full_finetuning", "lora")
    )
    parameters = 8_030_261_248

    # 6 FLOPs become 4 for the frozen weights, and 6 for adapters of 0.5% come on top.
    assert full - adapted == pytest.approx((2 - 6 * 0.005) * parameters * 1e9, rel=1e-9)


def test_checkpoint_of_adapters_holds_the_adapters_alone(library: Library) -> None:
    changes = {"tokens": 1e12, "purchases": [{"usd_per_device_hour": 1.0}], "mfu_fraction": 0.4}
    full, adapted = (
        asked(library, changes | {"method": method}).options[0].checkpoint_interval_seconds
        for method in ("full_finetuning", "lora")
    )

    # the best interval goes with the root of the time that a checkpoint takes
    assert adapted == pytest.approx(full * 0.005**0.5, rel=0.05)


def test_hardware_flops_count_what_is_computed_again(library: Library) -> None:
    none, full = (
        asked(library, {"tokens": 1e9, "recompute": recompute}).compute
        for recompute in ("none", "full")
    )

    assert none.hardware_flops == none.model_flops
    assert full.hardware_flops == pytest.approx(full.model_flops * 4 / 3, rel=1e-12)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"purchases": [{"option": "on_demand", "provider": "aws"}], "method": "lora"},
        {"schedule": {"wall_clock_limit_hours": 1e4}},
    ],
)
def test_budget_has_as_many_tokens_as_it_pays_for(
    library: Library, changes: dict[str, Any]
) -> None:
    found = asked(library, {"budget_usd": 50_000, **changes})
    again = asked(library, {"tokens": found.compute.tokens, **changes})
    more = asked(library, {"tokens": found.compute.tokens * 1.002, **changes})

    assert headline(found) == headline(again) <= 50_000 < headline(more)
    assert found.warnings[0] == (
        f"nothing says how much is trained: {found.compute.tokens:,.0f} tokens are the most that"
        f" cost 50,000 USD or less in the mean, {found.cheapest_option}"
    )
    assert found.provenance.query_digest == again.provenance.query_digest


def test_time_may_be_shorter_than_the_budget(library: Library) -> None:
    limit = {"schedule": {"wall_clock_limit_hours": 10}}
    found = asked(library, {"budget_usd": 1e9, **limit})

    assert found.compute.tokens == asked(library, limit).compute.tokens


@pytest.mark.parametrize(
    ("changes", "refusal", "says"),
    [
        ({"budget_usd": 1, "tokens": 1e9}, InvalidQuery, "leave out what says it"),
        ({"budget_usd": 1e-3}, Infeasible, "not one token is trained for 0 USD"),
    ],
)
def test_budget_that_says_nothing_is_refused(
    library: Library, changes: dict[str, Any], refusal: type[Refusal], says: str
) -> None:
    with pytest.raises(refusal, match=says):
        asked(library, changes)
