"""What answers warn of beside their numbers."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.run_costs.quote import run_costs
from pricing.tco.quote import tco
from pricing.unit_costs.quote import unit_costs
from tests import questions
from tests.questions import unit_cost

SMALL = {"model": "llama-3.1-8b", "deployment.device_count": 1, "deployment.precision": "bf16"}


def warned(library: Library, changes: dict[str, Any]) -> str:
    return "\n".join(unit_costs(unit_cost(changes), library).warnings)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"deployment.engine": "vlm"},
            "no measured row is of vlm on a device of the family nvidia",
        ),
        (
            {"deployment.device": "mi300x", "deployment.engine": "tensorrt-llm 1.0"},
            "no measured row is of tensorrt-llm 1.0 on a device of the family amd",
        ),
        (
            {
                "model": "qwen3-30b-a3b",
                "deployment": {"device": "h100", "device_count": 1, "engine": "sglang 0.5.9"},
            },
            "sglang 0.5.9 records no graphs of its passes over prompts on h100-sxm-80gb",
        ),
        (
            {**SMALL, "deployment.device": "apple-m2-ultra", "load.concurrency": 64},
            "a replica has 64, and no measured row of the family",
        ),
        (
            {"deployment.engine": "Ollama", "deployment.max_concurrency": 256},
            "a replica has 256, and no measured row of the family nvidia under Ollama more than 1",
        ),
        (
            {"model": "llama-2-7b", "load.input_tokens": 8000, "load.output_tokens": 500},
            "8,500 tokens of a request are more than the 4,096 that llama-2-7b was made for",
        ),
        (
            {
                "model": "bert-large-uncased",
                "deployment.device_count": 1,
                "load.output_tokens": 256,
            },
            "bert-large is an encoder and writes no tokens",
        ),
        (
            {"model": "t5-11b", "deployment.device_count": 1},
            "t5-11b is an encoder and a decoder",
        ),
        (
            {"model": "qwen2.5-7b", "deployment.device_count": 8, "deployment.tensor_parallel": 8},
            "the 28 attention heads of qwen2.5-7b do not divide among the 8 devices",
        ),
        (
            {"model": "llama-3.1-405b", "deployment.device_count": 16},
            "a replica of 16 devices spans nodes of 8",
        ),
        (
            {"deployment.device": "cerebras-wse-3"},
            "no measured row is of a device of the family cerebras",
        ),
        (
            {"deployment.device": "gtx-1080-ti", "deployment.precision": "int4"},
            "no measured row is of the architecture Pascal: gtx-1080-ti is modelled like",
        ),
        (
            {
                "model": "deepseek-v3",
                "deployment.device": "h200-sxm-141gb",
                "deployment.device_count": 8,
                "deployment.tensor_parallel": 8,
                "deployment.precision": "fp8",
                "load.input_tokens": 30000,
                "workload": "batch",
            },
            "the devices of a replica are taken to hold different requests",
        ),
        (
            {"measured.output_tokens_per_second": 100, "slo.tpot_seconds": 0.02},
            "at the throughput given, slo.tpot_seconds of 0.02 is missed",
        ),
        (
            {"measured.output_tokens_per_second": 100, "slo.tpot_seconds": 0.02},
            "load.concurrency says how many were measured",
        ),
        (
            {"slo.ttft_seconds": 0.5, "load.concurrency": 64, "load.input_tokens": 1024},
            "slo.ttft_seconds of 0.5 is kept where a request comes when another is answered",
        ),
    ],
)
def test_what_the_numbers_do_not_show_is_said(
    library: Library, changes: dict[str, Any], text: str
) -> None:
    assert text in warned(library, SMALL | changes)
    assert text.split(" of ", maxsplit=1)[0] not in warned(library, SMALL)


@pytest.mark.parametrize(
    "changes",
    [
        {"deployment.device": "h100-sxm-80gb"},
        {"deployment.tensor_parallel": 4},
        {"deployment.engine": "llama.cpp"},
        {"load.concurrency": 4},  # which leave stages idle
        {"deployment.device": "a100-pcie-80gb"},  # which bridges join by two
        {"model": "llama-3.1-8b"},
    ],
)
def test_stages_are_told_of_where_slots_alone_join_devices(
    library: Library, changes: dict[str, Any]
) -> None:
    card = {"deployment": {"device": "rtx-4090", "device_count": 8, "precision": "fp8"}}
    asked = {"model": "llama-3.1-70b", "workload": "batch", **card}

    assert "tensor_parallel 1 with pipeline_parallel 8 is modelled at" in warned(library, asked)
    assert "is modelled at" not in warned(library, asked | changes)


@pytest.mark.parametrize("rate", [0.01, 0.5])
def test_throughput_that_a_rate_does_not_reach_is_of_as_many_requests(
    library: Library, rate: float
) -> None:
    asked = {**SMALL, "deployment.device": "apple-m2-ultra"}
    full = unit_costs(unit_cost(asked), library).performance
    told = warned(library, asked | {"load.requests_per_second": rate})

    assert f"a replica has {full.concurrency:,.0f}, and no measured row" in told
    assert "load.concurrency" not in told  # beside a rate it is refused


def test_throughput_of_the_callers_own_stands_on_no_row(library: Library) -> None:
    asked = {**SMALL, "deployment.device": "apple-m2-ultra", "load.concurrency": 64}
    own = {"measured.output_tokens_per_second": 500.0}

    assert "requests in flight" not in warned(library, asked | own)


@pytest.mark.parametrize(("option", "is_warned"), [("on_demand", True), ("owned", False)])
def test_electricity_of_what_is_rented_is_not_charged(
    library: Library, option: str, *, is_warned: bool
) -> None:
    asked = SMALL | {"facility.usd_per_kilowatt_hour": 0.3, "purchase.option": option}

    told = warned(library, asked)

    assert ("usd_per_kilowatt_hour is not charged" in told) == is_warned


@pytest.mark.parametrize(
    ("options", "is_warned"), [(["on_demand", "spot"], True), (["on_demand", "owned"], False)]
)
def test_electricity_that_no_purchase_of_a_run_or_service_pays_is_not_charged(
    library: Library, options: list[str], *, is_warned: bool
) -> None:
    price = {"facility.usd_per_kilowatt_hour": 0.3}
    first, second = ({"option": option} for option in options)
    run = questions.run_cost(price | {"purchases": [first, second]})
    other = {"deployment": questions.TCO["deployment"], "purchase": second}
    service = questions.tco(price | {"purchase": first, "alternative": other})

    for answer in (run_costs(run, library), tco(service, library)):
        told = " ".join(answer.warnings)
        assert ("usd_per_kilowatt_hour is not charged" in told) == is_warned


@pytest.mark.parametrize("engine", ["vllm", "vLLM 0.11.0", "TensorRT-LLM"])
def test_engine_that_is_measured_needs_no_warning(library: Library, engine: str) -> None:
    assert "no measured row" not in warned(library, SMALL | {"deployment.engine": engine})


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"model": "llama-2-7b", "load.input_tokens": 4000, "load.output_tokens": 96}, "made for"),
        (
            {
                "model": "llama-3.1-405b",
                "deployment.device_count": 8,
                "deployment.precision": "fp8",
            },
            "spans nodes",
        ),
        ({"deployment.device": "apple-m2-ultra", "load.concurrency": 4}, "requests in flight"),
        (
            {"deployment.device_count": 2, "deployment.tensor_parallel": 2},
            "layers of its own",
        ),
        ({"load.concurrency": 64}, "wait in its queue"),
    ],
)
def test_what_the_limit_allows_is_not_warned_of(
    library: Library, changes: dict[str, Any], text: str
) -> None:
    assert text not in warned(library, SMALL | changes)


@pytest.mark.parametrize("device", ["h100-sxm-80gb", "rtx-3060", "rtx-2080-ti"])
def test_architecture_that_is_measured_in_any_family_needs_no_warning(
    library: Library, device: str
) -> None:
    asked = {"deployment.device": device, "deployment.precision": "int4"}

    assert "architecture" not in warned(library, SMALL | asked)


def test_engine_that_deals_out_layers_is_announced(library: Library) -> None:
    pair = {"deployment.device_count": 2, "deployment.tensor_parallel": 2}

    told = warned(library, SMALL | pair | {"deployment.engine": "llama.cpp"})

    assert "llama.cpp gives each of the 2 devices of a replica layers of its own" in told
    assert "spans nodes" not in told


def test_objective_that_is_kept_by_a_little_is_not_missed(library: Library) -> None:
    own = {"measured.output_tokens_per_second": 100}
    tpot_seconds = unit_costs(unit_cost(SMALL | own), library).performance.tpot_seconds
    assert tpot_seconds is not None

    told = [
        warned(library, SMALL | own | {"slo.tpot_seconds": tpot_seconds * ratio})
        for ratio in (1.01, 0.99)
    ]

    assert ["is missed" in text for text in told] == [False, True]


def test_requests_are_dealt_out_where_their_caches_do_not_fit_on_each_device(
    library: Library,
) -> None:
    """As many as the warning names fit without; one in fifty more do not."""
    asked = {
        "model": "deepseek-v3",
        "deployment.device": "h200-sxm-141gb",
        "deployment.device_count": 8,
        "deployment.tensor_parallel": 8,
        "deployment.precision": "fp8",
        "load.input_tokens": 30000,
        "workload": "batch",
    }
    held = int(warned(library, asked).split(" holds ")[1].split()[0].replace(",", ""))

    told = [
        "different requests" in warned(library, asked | {"load.concurrency": held * ratio})
        for ratio in (0.98, 1.02)
    ]

    assert told == [False, True]


LATENT = {
    "model": "deepseek-v3",
    "deployment.device": "h200-sxm-141gb",
    "deployment.device_count": 8,
    "deployment.precision": "fp8",
    "deployment.tensor_parallel": 8,
    "load.input_tokens": 30000,
    "workload": "batch",
}


@pytest.mark.parametrize(
    "changes",
    [
        LATENT | {"deployment.engine": "llama.cpp"},
        LATENT | {"model": "llama-3.1-405b"},
    ],
)
def test_devices_that_share_no_cache_out_hold_no_different_requests(
    library: Library, changes: dict[str, Any]
) -> None:
    assert "different requests" in warned(library, SMALL | LATENT)
    assert "different requests" not in warned(library, SMALL | changes)


@pytest.mark.parametrize(
    ("changes", "keys"),
    [
        (
            {"deployment.device_count": 16},
            ["devices.h100-sxm-80gb.network_gigabytes_per_second", "network.latency_seconds"],
        ),
        ({"deployment.device_count": 8, "deployment.precision": "fp8"}, []),
        ({"deployment.device_count": 16, "deployment.engine": "llama.cpp"}, []),
    ],
)
def test_what_is_assumed_of_the_network_is_listed_where_a_replica_goes_through_it(
    library: Library, changes: dict[str, Any], keys: list[str]
) -> None:
    asked = SMALL | {"model": "llama-3.1-405b"} | changes
    answer = unit_costs(unit_cost(asked), library)

    assert [found.key for found in answer.assumptions if "network" in found.key] == keys


@pytest.mark.parametrize(("count", "is_warned"), [(4, False), (5, True)])
def test_more_than_four_times_the_requests_of_any_row_are_announced(
    library: Library, count: int, *, is_warned: bool
) -> None:
    asked = SMALL | {"deployment.device": "apple-m2-ultra", "load.concurrency": count}

    assert ("requests in flight" in warned(library, asked)) == is_warned


@pytest.mark.parametrize(
    ("own", "told"),
    [
        (
            {"measured.output_tokens_per_second": 1e6},
            "8 × h100-sxm-80gb can do by their bandwidth and arithmetic",
        ),
        ({"measured.output_tokens_per_second": 20000.0}, None),
        ({"measured.watts_per_device": 5000.0}, "is more than a h100-sxm-80gb draws, of 700 W TDP"),
        ({"measured.watts_per_device": 690.0}, None),
        ({"measured.watts_per_device": 0.69}, "that a h100-sxm-80gb draws without work"),
    ],
)
def test_measurement_that_the_hardware_cannot_reach_is_told(
    library: Library, own: dict[str, float], told: str | None
) -> None:
    plain, found = (set(unit_costs(unit_cost(own_), library).warnings) for own_ in ({}, own))

    assert [told in warning for warning in found - plain] == [True] if told else found <= plain


@pytest.mark.parametrize(
    ("device", "text"),
    [
        ("mi300x", "ran at 1.5 times what the model has, and so does this answer"),
        ("mi325x", ""),
    ],
)
def test_runs_nearby_that_move_an_answer_are_named(
    library: Library, device: str, text: str
) -> None:
    load = {"input_tokens": 1000, "output_tokens": 1000, "concurrency": 1}
    deployment = {"device": device, "device_count": 4, "precision": "fp8"}
    asked = {"model": "llama-3.3-70b", "deployment": deployment, "load": load}

    told = warned(library, asked | {"workload": "batch"})

    assert text in told
    assert ("measured runs near this one" in told) == bool(text)


@pytest.mark.parametrize(
    ("device", "layout", "times"),
    [
        ("h100-pcie-80gb", {}, 1),
        ("h100-pcie-80gb", {"tensor_parallel": 4}, 0),
        ("h100-sxm-80gb", {}, 0),
    ],
)
def test_stages_that_send_less_through_slots_are_told(
    library: Library, device: str, layout: dict[str, int], times: int
) -> None:
    deployment = {"device": device, "device_count": 4} | layout
    question = {"model": "llama-3.1-70b", "deployment": deployment}
    answer = unit_costs(unit_cost(question), library)

    told = [text for text in answer.warnings if "through the slots of their host" in text]
    assert len(told) == times
