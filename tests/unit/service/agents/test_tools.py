import asyncio
import io
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.run_costs.query import PLACED_OPTIONS, RunCostParameters, RunCostQuery
from pricing.tco.by_parameters.query import TcoParameters
from pricing.tco.query import TcoQuery
from pricing.unit_costs.by_parameters.query import UnitCostParameters
from pricing.unit_costs.query import UnitCostQuery
from service.agents import questions
from service.agents.answers import MOST_CHARACTERS, fitted
from service.agents.calling import BY_NAME, Called, called
from service.agents.desk import Desk, desk_of_process
from service.agents.field_places import as_query, placed
from service.agents.protocol import listed_tools
from service.agents.tools import TOOLS
from service.app import OPERATIONS
from service.http.response import ClientDisconnected
from service.logs import Log
from tests.asgi import Ask

MOST_TOOLS = 7
MOST_TOKENS = 6000
BYTES_PER_TOKEN = 3.5
"""Of English and JSON in the vocabularies of today, which have four: this counts too many."""

BOUGHT = {"provider": "aws", "region": "us-east-1"}
SERVED = {"model": "llama-3.1-70b", "device": "h100-sxm-80gb", "device_count": 8}


@pytest.fixture(scope="module")
def desk(library: Library) -> Desk:
    return desk_of_process({one.id: one for one in OPERATIONS}, library, Log("error"))


@pytest.fixture(scope="module")
def call(desk: Desk) -> Callable[..., Called]:
    def run(name: str, arguments: Mapping[str, Any]) -> Called:
        return asyncio.run(called(BY_NAME[name], arguments, desk))

    return run


def example_of(name: str) -> dict[str, Any]:
    text = BY_NAME[name].description.partition("Example: ")[2]
    example: dict[str, Any] = msgspec.json.decode(text)
    return example


def test_all_tools_together_are_short() -> None:
    listed = listed_tools().model_dump_json(by_alias=True, exclude_none=True)

    assert (len(TOOLS) <= MOST_TOOLS, len(listed.encode()) / BYTES_PER_TOKEN < MOST_TOKENS) == (
        True,
        True,
    )


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("ask", "usd_per_million_output_tokens"),
        ("unit_costs", "usd_per_million_output_tokens"),
        ("training_run", "usd_mean"),
        ("monthly_cost", "usd_total"),
        ("compare", "usd_per_million_output_tokens"),
        ("find_prices", "price_count"),
        ("explain", "change"),
    ],
)
def test_an_example_is_answered_in_short_and_the_same_over_http(
    name: str, figure: str, call: Callable[..., Called], ask: Ask
) -> None:
    answer = call(name, example_of(name)).answer or {}
    whole = answer["whole"]
    url = urlsplit(whole["path"])
    body = msgspec.json.encode(whole.get("body"))
    again = ask(whole["method"], url.path, query=url.query, body=body)

    assert (
        answer["figures"][figure] in every_number(again.json),
        len(msgspec.json.encode(answer)) <= MOST_CHARACTERS,
        set(answer) & {"catalog", "sentence"},
    ) == (True, True, {"catalog", "sentence"})


def test_services_are_compared_by_their_totals(call: Callable[..., Called], ask: Ask) -> None:
    service = {"model": "llama-3.1-8b", "requests_per_day": "200k", "horizon_months": 6}
    answer = call("compare", {**service, "devices": ["l4", "a10g"], "plans": ["on_demand"]}).answer
    whole = (answer or {})["whole"]
    again = ask(whole["method"], whole["path"], body=msgspec.json.encode(whole["body"])).json
    totals = [row["usd_total"] for row in (answer or {})["rows"]]

    assert whole["path"] == "/v1/inference/tco/comparisons"
    assert totals == sorted(totals)
    assert (
        float(f"{again['candidates'][0]['usd_total']:.6g}")
        == (answer or {})["figures"]["usd_total"]
    )
    assert "is best for llama-3.1-8b of 2 candidates" in (answer or {})["sentence"]


def test_a_question_with_sides_begins_with_its_verdict(call: Callable[..., Called]) -> None:
    answer = call("ask", {"q": "h100 vs l4 price"}).answer or {}

    assert answer["sentence"].startswith("l4 costs ")
    assert len(answer["rows"]) == 2


def every_number(value: Any) -> set[float]:
    """All numbers of plain values, to six digits."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return set().union(*map(every_number, inner))
    return {float(f"{value:.6g}")} if isinstance(value, int | float) else set()


@pytest.mark.parametrize(
    ("asked", "posted", "renamed", "given"),
    [
        (
            UnitCostParameters,
            UnitCostQuery,
            {},
            {**SERVED, **BOUGHT, "engine": "vllm", "cached_input_fraction": 0.5, "images": 2.0},
        ),
        (RunCostParameters, RunCostQuery, {}, {**SERVED, "tokens": 1e9, "recompute": "full"}),
        (
            TcoParameters,
            TcoQuery,
            questions.TCO_PLACES,
            {
                **SERVED,
                **BOUGHT,
                "requests_per_day": 1e6,
                "scaling": "autoscaled",
                "alternative_provider": "openai",
                "alternative_model": "gpt-4o-mini",
                "staff_usd_per_month": 9.0,
                "plan": "optimal",
                "drivers": True,
            },
        ),
    ],
)
def test_names_mean_in_a_body_what_they_mean_in_a_query_string(
    asked: Any, posted: type[Struct], renamed: dict[str, str], given: dict[str, Any]
) -> None:
    assert as_query(placed(given, posted, renamed), posted) == asked(**given).query()


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({"option": "preemptible", "discount_fraction": 0.1}, ["spot"]),
        ({"provider": "aws", "steps": 10, "batch_tokens": 4e6}, [*PLACED_OPTIONS]),
        ({"usd_per_device_hour": 2, "samples": "10k"}, [None]),
        ({"samples": "10k"}, None),
    ],
)
def test_a_run_is_bought_as_it_is_asked_for(
    given: dict[str, Any], options: list[str | None] | None, library: Library
) -> None:
    asked = questions.run_costs({**SERVED, **given}, library).asked

    assert asked["purchases"] == options or [one["option"] for one in asked["purchases"]] == options


def test_fields_of_the_whole_answer_come_with_the_short_one(call: Callable[..., Called]) -> None:
    answer = call("unit_costs", {**SERVED, "fields": ["power.device_watts"]}).answer or {}

    assert answer["fields"] == {"power": {"device_watts": pytest.approx(500, rel=0.5)}}


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("unit_costs", {"device": "l4"}, "The tool unit_costs needs 'model' (model)."),
        ("unit_costs", {**SERVED, "foo": 1}, "unitcost://fields/unit_costs lists the fields."),
        ("unit_costs", {**SERVED, "device": "h1000"}, "(device). Try h100-sxm-80gb, "),
        ("unit_costs", {**SERVED, "fields": ["powr"]}, "Try power"),
        ("unit_costs", {**SERVED, "fields": [1]}, "Expected a list of names (fields)."),
        ("unit_costs", {**SERVED, "load.input_tokens": "many"}, "(load.input_tokens)"),
        ("unit_costs", {**SERVED, "model": {"parameters": -1}}, "(model.parameters)"),
        ("monthly_cost", {**SERVED, "requests_per_day": 1, "usd_per_month": 1}, "Unknown field"),
        ("monthly_cost", {**SERVED, "requests_per_day": []}, "(traffic.requests_per_day)"),
        (
            "unit_costs",
            {**SERVED, "load": 3, "input_tokens": 3},
            "only one of load.input_tokens and load:",
        ),
        (
            "unit_costs",
            {**SERVED, "deployment": {"device": "l4", "engine": "vllm"}},
            "only one of deployment.device and deployment:",
        ),
        ("unit_costs", {**SERVED, "deployment.device": "l4"}, "only one of deployment.device and"),
        (
            "monthly_cost",
            {**SERVED, "requests_per_day": "1M", "discount_rate_fraction": "five"},
            "(discount_rate_fraction)",
        ),
        ("explain", {"kind": ["tco"], "base": {}, "from": {}, "to": {}}, "(kind)"),
        ("find_prices", {"model": "l4"}, "takes no 'model' (model). Try device, option"),
        ("find_prices", {"device": ["l4"]}, "Expected a text or a number (device)."),
        ("find_prices", {"provider": "awss"}, "Try aws"),
        ("explain", {"base": {}, "from": {}, "to": 3}, "(to)"),
        ("ask", {"q": "what is the weather"}, "Try llama 70b on 8x h100"),
        ("ask", {"q": ""}, "(q)"),
    ],
)
def test_a_refusal_says_what_to_change(
    name: str, given: dict[str, Any], words: str, call: Callable[..., Called]
) -> None:
    found = call(name, given)

    assert (words in found.failure, found.answer) == (True, None), found.failure


def test_a_name_with_several_places_is_not_guessed(call: Callable[..., Called]) -> None:
    found = call("monthly_cost", {**SERVED, "requests_per_day": 1, "watts_per_device": 9})

    assert re.search("several places.*Try measured.watts_per_device, facility", found.failure)


@pytest.mark.parametrize(
    ("error", "words", "logged"),
    [(ZeroDivisionError, " Request a1.", {True}), (ClientDisconnected, "has left.", {False})],
)
def test_a_fault_is_told_by_its_request_and_logged(
    error: type[Exception], words: str, logged: set[bool], desk: Desk
) -> None:
    stream = io.BytesIO()

    async def fails(_operation: str, _query: Struct) -> Any:
        raise error

    broken = msgspec.structs.replace(
        desk, answered=fails, log=Log("error", stream), request_id="a1"
    )
    found = asyncio.run(called(BY_NAME["ask"], {"q": "l4 price"}, broken))

    assert (found.failure.endswith(words), {bool(stream.getvalue())}) == (True, logged)


def test_a_long_answer_loses_what_matters_least() -> None:
    told = {"sentence": "s", "rows": [{"n": "x" * 300}] * 9, "notes": ["x" * 300] * 3}

    assert fitted(told)["left_out"] == {"notes": 2, "rows": 4}
