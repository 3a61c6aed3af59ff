"""A row is found by the id or the name that an answer has of it."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from tests.asgi import Ask

P5 = "aws/us-east-1/p5.48xlarge/on_demand/2025-06-01"


def found(ask: Ask, path: str, query: str = "", status: int = 200) -> Any:
    answered = ask("GET", f"/v1/catalog/{path}", query=query)
    assert answered.status == status, answered.body
    return answered.json


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("devices/h100-sxm-80gb", "h100-sxm-80gb"),
        ("devices/NVIDIA H100 PCIe", "h100-pcie-80gb"),
        ("models/llama-3.1-8b", "llama-3.1-8b"),
        ("models/meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"),
        (f"prices/{P5}", P5),
        (f"prices/{P5.replace('aws', 'Amazon').replace('p5', 'P5')}", P5),
        ("measurements/trt17-107", "TRT17-107"),
        ("measurements/alpaca-7b", "alpaca-7b"),
    ],
)
def test_row_is_found_by_id_name_and_alias(ask: Ask, path: str, name: str) -> None:
    assert found(ask, path)["id"] == name


def test_row_is_that_of_the_listing(ask: Ask, library: Library) -> None:
    release = library.names[0]
    listed = found(ask, "prices", f"catalog={release}&provider=aws&limit=3")["rows"]

    for row in listed:
        key = "/".join(
            row[name]
            for name in ("provider", "region", "instance_type", "option", "effective_from")
        )
        answered = found(ask, f"prices/{key}", f"catalog={release}")
        assert answered["row"] == row
        assert answered["provenance"]["catalog"] == release


def test_ids_that_answers_name_are_found(ask: Ask) -> None:
    asked = "model=llama-3.1-70b&device=h100-sxm-80gb&device_count=8&precision=fp8&workload=batch"
    query = f"{asked}&provider=aws&region=us-east-1&input_tokens=1000&output_tokens=1000"
    answer = ask("GET", "/v1/inference/unit-costs", query=query).json
    price = answer["price"]["row"]
    evidence = answer["performance"]["evidence"][0]

    assert found(ask, f"prices/{price['id']}")["row"]["usd_per_hour"] == price["usd_per_hour"]
    rate = found(ask, f"measurements/{evidence['id']}")["row"]["output_tokens_per_second"]
    assert rate == evidence["output_tokens_per_second"]


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("devices/h100-smx", "h100-sxm-80gb"),
        ("models/llama-3.1-9b", "llama-3.1-8b"),
        ("prices/aws/us-east-1/p5.48xlarge/on_demand/2025-06-02", P5),
        ("prices/aws/us-east-1/p5.48xlarge/on_demand", P5),
        ("prices/amazn/us-east-1", "aws"),
        ("measurements/TRT17-107x", "TRT17-107"),
    ],
)
def test_unknown_row_is_not_found_and_told_what_is_near(ask: Ask, path: str, near: str) -> None:
    problem = found(ask, path, status=404)

    assert problem["type"].endswith("/not-found")
    assert problem["field"] == "id"
    assert near in problem["nearest"]


def test_parameter_of_the_path_is_not_given_twice(ask: Ask) -> None:
    assert found(ask, "devices/l4", "id=l4", status=400)["field"] == "id"


def test_other_methods_are_not_served(ask: Ask) -> None:
    answered = ask("POST", "/v1/catalog/devices/l4", body=b"{}")

    assert answered.status == 405
    assert answered.headers["allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (f"prices/{P5}", "aws us-east-1 p5.48xlarge on_demand at $55.04 an hour since"),
        (
            "devices/h100",
            (
                "h100-sxm-80gb: NVIDIA H100 SXM5 80GB, 80 GiB of HBM3 at 3,350 GB/s,"
                " 989 dense TFLOPS in BF16, 1,979 dense TFLOPS in FP8, 700 W. Source: "
            ),
        ),
        (
            "models/mixtral-8x7b",
            (
                "mixtral-8x7b: 46.7 billion parameters, 12.9 billion active, 2 of 8 experts"
                " a token, 32 layers, GQA attention, 32,768 tokens of context, published in BF16."
            ),
        ),
        (
            "measurements/AMD-001",
            (
                "AMD-001: llama-3.1-70b in fp8 on 8 × mi300x with vLLM, concurrency 3,200,"
                " 128 tokens in, 2,048 tokens out, 16,582 output tokens/s. Source: "
            ),
        ),
    ],
)
def test_row_has_a_sentence(ask: Ask, path: str, told: str) -> None:
    answered = ask("GET", f"/v1/catalog/{path}", headers={"accept": "text/plain"})

    assert answered.body.decode().startswith(told)
    assert "Source: " in answered.body.decode()
