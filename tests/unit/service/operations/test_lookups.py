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


def test_row_has_a_sentence(ask: Ask) -> None:
    answered = ask("GET", f"/v1/catalog/prices/{P5}", headers={"accept": "text/plain"})

    told = answered.body.decode()
    assert told.startswith("aws us-east-1 p5.48xlarge on_demand at $55.04 an hour since")
    assert "Source: " in told
