"""Parallelism as engines and their benchmarks print it, read as this model counts it."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

MIXTURE = {
    "model": "deepseek-r1",
    "deployment": {"device": "b200-sxm", "precision": "fp8", "device_count": 8},
    "load": {"input_tokens": 2000, "output_tokens": 500, "concurrency": 512},
    "workload": "batch",
    "purchase.usd_per_device_hour": 2.0,
}


def answered(library: Library, engine: str, **given: Any) -> UnitCostAnswer:
    changes = {"deployment.engine": engine}
    for name, value in given.items():
        field = name if name in {"model", "deployment.device"} else f"deployment.{name}"
        changes[field] = value
    return unit_costs(unit_cost(MIXTURE | changes), library)


def shape(answer: UnitCostAnswer) -> tuple[Any, ...]:
    found = answer.performance
    return (
        found.tensor_parallel,
        found.data_parallel,
        found.expert_parallel,
        found.attention_parallel,
    )


@pytest.mark.parametrize(
    ("engine", "given", "expected", "note"),
    [
        # As SGLang counts: data_parallel divides tensor_parallel.
        ("sglang", {"tensor": 8, "data": 8}, (8, 1, 1, "data"), "as SGLang counts them"),
        ("sglang", {"tensor": 8, "data": 8, "expert": 8}, (1, 8, 8, "data"), "as SGLang counts"),
        ("sglang", {"tensor": 8, "data": 4}, (2, 4, 8, "tensor"), "requests of the attention as 4"),
        # As vLLM counts: its experts are over tensor_parallel × data_parallel devices.
        ("vllm", {"tensor": 1, "data": 1, "expert": 8}, (8, 1, 8, "tensor"), "8 devices to share"),
        ("vllm", {"tensor": 1, "data": 2, "expert": 8}, (4, 2, 8, "tensor"), "4 devices to share"),
        # What makes up the devices is left as it is.
        ("sglang", {"tensor": 2, "data": 4}, (2, 4, 8, "tensor"), None),
        ("vllm", {"tensor": 8, "expert": 8}, (8, 1, 8, "tensor"), None),
    ],
)
def test_counts_of_engines_are_read(
    library: Library,
    engine: str,
    given: dict[str, int],
    expected: tuple[Any, ...],
    note: str | None,
) -> None:
    answer = answered(library, engine, **{f"{name}_parallel": n for name, n in given.items()})

    assert shape(answer) == expected
    noted = [text for text in answer.warnings if "parallel" in text and "read as" in text]
    noted += [text for text in answer.warnings if "taken to be that of the experts" in text]
    assert len(noted) == (note is not None)
    assert (note or "") in "".join(noted)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"pipeline": 2, "tensor": 4}, (1, 4, 4, "data")),
        ({"data": 8}, (1, 8, 8, "data")),
        ({"data": 2}, (1, 8, 8, "data")),
        ({"expert": 8}, (1, 8, 8, "data")),
    ],
)
def test_devices_that_are_said_to_share_out_requests_do(
    library: Library, given: dict[str, int], expected: tuple[Any, ...]
) -> None:
    """Groups and stages shared out heads all the same, and were corrected as if they did not."""
    asked = {f"{name}_parallel": n for name, n in given.items()}

    assert shape(answered(library, "sglang", attention_parallel="data", **asked)) == expected


def test_what_no_convention_explains_is_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery, match="share out requests"):
        answered(library, "sglang", attention_parallel="data", pipeline_parallel=2)
    with pytest.raises(InvalidQuery, match="64 devices"):
        answered(library, "vllm", tensor_parallel=8, data_parallel=8)
    with pytest.raises(InvalidQuery, match="40 devices"):
        answered(library, "sglang", tensor_parallel=8, data_parallel=5)
    with pytest.raises(InvalidQuery, match="does not divide"):
        answered(library, "vllm", tensor_parallel=1, data_parallel=1, expert_parallel=16)


def test_requests_that_devices_share_out_are_kept_beside_spread_experts(library: Library) -> None:
    asked = {"tensor_parallel": 8, "expert_parallel": 8}
    by_request = answered(library, "vllm", **asked, attention_parallel="data")
    by_head = answered(library, "vllm", **asked, attention_parallel="tensor")
    named = answered(library, "vllm", data_parallel=8, tensor_parallel=1)

    assert by_request.performance.attention_parallel == "data"
    assert by_head.performance.attention_parallel == "tensor"
    assert (
        by_request.performance.output_tokens_per_second
        == named.performance.output_tokens_per_second
        != by_head.performance.output_tokens_per_second
    )


def test_a_latent_is_shared_out_by_request_where_the_engine_can_and_it_is_faster(
    library: Library,
) -> None:
    asked = {"tensor_parallel": 8, "expert_parallel": 8}
    answers = {
        engine: answered(library, engine, **asked) for engine in ("tensorrt-llm", "sglang", "vllm")
    }
    found = {engine: one.performance.attention_parallel for engine, one in answers.items()}
    told = [any("share out requests" in text for text in one.warnings) for one in answers.values()]

    assert told == [True, True, False]
    assert found == {"tensorrt-llm": "data", "sglang": "data", "vllm": "tensor"}
    one = unit_cost(
        MIXTURE
        | {"load.concurrency": 1, "deployment.engine": "sglang"}
        | {f"deployment.{name}": value for name, value in asked.items()}
    )
    assert unit_costs(one, library).performance.attention_parallel == "tensor"


def test_one_group_and_one_stage_are_what_llama_cpp_has(library: Library) -> None:
    asked: dict[str, Any] = {
        "model": "llama-3.1-8b",
        "deployment.device": "l40s",
        "device_count": 1,
    }
    ones = {"tensor_parallel": 1, "data_parallel": 1, "pipeline_parallel": 1, "expert_parallel": 1}
    plain = answered(library, "llama.cpp", **asked)

    assert answered(library, "llama.cpp", **asked, **ones).performance == plain.performance
    with pytest.raises(InvalidQuery, match="takes no other parallelism"):
        answered(library, "llama.cpp", **asked, data_parallel=2)


def test_an_engine_without_rules_keeps_its_measurements_whatever_its_version(
    library: Library,
) -> None:
    asked: dict[str, Any] = {"model": "glm-5.2", "deployment.device": "mi355x", "precision": "fp4"}
    asked |= {"device_count": 4}
    plain, *versioned = (
        answered(library, engine, **asked).performance.evidence
        for engine in ("ATOM", "ATOM 0.1.1", "ATOM 2026-08-22 main", "atom PR1640 (2026-07)")
    )

    assert plain
    assert versioned == [plain] * 3
