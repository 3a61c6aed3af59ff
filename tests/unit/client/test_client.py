"""The client's own part, against a service that is made up: retries, refusals, what is unknown."""

import asyncio
import inspect
import json
import pickle
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from unitcost_client import (
    AsyncClient,
    Client,
    NoAnswer,
    Patience,
    UnitcostError,
    UnitcostProblem,
    UnreadableAnswer,
)
from unitcost_client.face.patience import retry_after_seconds
from unitcost_client.face.version import VERSION

PROBLEM = {
    "type": "https://unitcost.example/problems/unknown-name",
    "title": "Unknown name",
    "status": 422,
    "detail": "no device is called 'h1000'",
    "instance": "/v1/inference/unit-costs",
    "request_id": "abc",
    "field": "device",
    "nearest": ["h100-sxm-80gb"],
}
BUSY = httpx.Response(503, headers={"retry-after": "2"}, json=PROBLEM | {"status": 503})
ASKED: dict[str, Any] = {
    "reading": "Facts of l4",
    "unread": [],
    "verdict": None,
    "assumed": [],
    "sentence": "l4: 72 W.",
    "kind": "a_kind_of_next_year",
    "figures": [],
    "question": {"method": "GET", "path": "/", "body": None},
    "answer": {},
    "sides": [],
    "field_of_next_year": 1,
}


Outcome = httpx.Response | Exception


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client waited before each further try."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("unitcost_client.face.client.time.sleep", waits.append)
    monkeypatch.setattr("unitcost_client.face.client_async.asyncio.sleep", sleep)
    return waits


def serving(*outcomes: Outcome) -> tuple[Callable[[httpx.Request], httpx.Response], list[Any]]:
    """What answers with one outcome after the other, and what it was asked."""
    left, asked = iter(outcomes), []

    def serve(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        outcome = next(left)
        if isinstance(outcome, Exception):
            raise outcome
        return httpx.Response(outcome.status_code, headers=outcome.headers, content=outcome.content)

    return serve, asked


def client_of(*outcomes: Outcome, patience: Patience | None = None) -> tuple[Client, list[Any]]:
    serve, asked = serving(*outcomes)
    http = httpx.Client(base_url="http://costs", transport=httpx.MockTransport(serve))
    return Client(http=http, patience=patience), asked


def test_what_is_busy_is_asked_again_when_it_says(slept: list[float]) -> None:
    client, asked = client_of(BUSY, httpx.ConnectError("no"), httpx.Response(200, json=ASKED))

    assert client.ask("watts of an l4").sentence == "l4: 72 W."
    assert len(asked) == 3
    assert slept[0] == 2.0
    assert 0.0 < slept[1] <= 0.5


def test_the_client_that_is_awaited_asks_again_too(slept: list[float]) -> None:
    async def ask() -> str:
        serve, _ = serving(BUSY, httpx.Response(200, json=ASKED))
        http = httpx.AsyncClient(base_url="http://costs", transport=httpx.MockTransport(serve))
        async with AsyncClient(http=http) as client:
            return (await client.ask("watts of an l4")).sentence

    assert asyncio.run(ask()) == "l4: 72 W."
    assert slept == [2.0]


@pytest.mark.parametrize(
    ("outcomes", "tries"),
    [
        ([BUSY] * 9, 4),
        ([httpx.Response(503, headers={"retry-after": "31"}, json=PROBLEM)], 1),
        ([httpx.Response(429, headers={"retry-after": "20"}, json=PROBLEM)] * 9, 2),
        ([httpx.Response(422, json=PROBLEM)], 1),
        ([httpx.Response(502, text="<html>a proxy</html>")] * 9, 4),
    ],
)
def test_patience_ends(outcomes: list[Outcome], tries: int, slept: list[float]) -> None:
    client, asked = client_of(*outcomes)

    with pytest.raises(UnitcostProblem):
        client.unit_costs(model="llama-3.1-8b", device="l4")
    assert len(asked) == tries
    assert sum(slept) <= Patience().most_wait_seconds


@pytest.mark.parametrize(
    ("error", "tries"), [(httpx.ConnectError("no"), 4), (httpx.ReadTimeout("slow"), 1)]
)
def test_a_service_that_is_not_reached_is_an_error_with_its_cause(
    error: httpx.HTTPError, tries: int, slept: list[float]
) -> None:
    client, asked = client_of(*[error] * 9)

    with pytest.raises(NoAnswer) as raised:
        client.tco(model="llama-3.1-8b", device="l4", requests_per_day=1e6)
    assert raised.value.__cause__ is error
    assert (len(asked), len(slept)) == (tries, tries - 1)


def test_a_refusal_is_an_exception_with_what_to_change() -> None:
    client, _ = client_of(httpx.Response(422, json=PROBLEM))

    with pytest.raises(UnitcostProblem) as raised:
        client.unit_costs(model="llama-3.1-8b", device="h1000")
    problem = raised.value
    assert (problem.status, problem.kind, problem.field) == (422, "unknown-name", "device")
    assert (problem.type, problem.nearest) == (PROBLEM["type"], ("h100-sxm-80gb",))
    assert problem.request_id == "abc"
    assert str(problem) == "no device is called 'h1000' (device). Nearest: h100-sxm-80gb."
    assert vars(pickle.loads(pickle.dumps(problem))) == vars(problem)  # noqa: S301 - its own
    assert isinstance(problem, UnitcostError)


def test_a_proxy_that_answers_in_the_place_of_the_service_is_told() -> None:
    client, _ = client_of(httpx.Response(403, text="<p>no</p>"), httpx.Response(200, text="<p>"))

    with pytest.raises(UnitcostProblem, match="<p>no</p>") as raised:
        client.ask("h100 price")
    assert (raised.value.type, raised.value.nearest) == ("about:blank", ())
    with pytest.raises(UnreadableAnswer):
        client.ask("h100 price")


def test_what_a_newer_service_has_added_is_tolerated() -> None:
    client, _ = client_of(httpx.Response(200, json=ASKED))
    answer = client.ask("watts of an l4")

    assert str(answer.kind) == "a_kind_of_next_year"
    assert answer["field_of_next_year"] == 1


def test_an_answer_that_is_another_is_not_taken_for_one() -> None:
    client, _ = client_of(httpx.Response(200, json={"sentence": "?"}))

    with pytest.raises(UnreadableAnswer, match="/v1/ask"):
        client.ask("watts of an l4")


def test_short_questions_are_parameters_and_others_json() -> None:
    answer = httpx.Response(200, json={"x": 1})
    client, asked = client_of(*[answer] * 4)

    client.json("unit_costs", model="m", device="l4", drivers=True, as_of=date(2026, 7, 1))
    client.json("unit_costs", {"model": {"parameters": 7e9}}, deployment={"device": "l4"})
    client.json("changes", from_="2026-05-31", limit=2)
    client.json("explanations", {"kind": "tco"}, from_={"model": "m"})
    first, second, third, fourth = asked

    assert (first.method, first.url.path) == ("GET", "/v1/inference/unit-costs")
    assert dict(first.url.params) == {
        "model": "m",
        "device": "l4",
        "drivers": "true",
        "as_of": "2026-07-01",
    }
    assert second.method == "POST"
    assert json.loads(second.content) == {
        "model": {"parameters": 7e9},
        "deployment": {"device": "l4"},
    }
    assert dict(third.url.params) == {"from": "2026-05-31", "limit": "2"}
    assert json.loads(fourth.content) == {"kind": "tco", "from": {"model": "m"}}


def test_what_no_request_can_say_is_refused_before_it_is_sent() -> None:
    client, asked = client_of()

    with pytest.raises(
        TypeError, match=r"device: short .* beside no slo\. Give .*deployment="
    ) as _:
        client.unit_costs(model="m", device="l4", slo={"tpot_seconds": 0.1})
    with pytest.raises(ValueError, match="JSON"):
        client.unit_costs({"model": {"parameters": float("nan")}})
    with pytest.raises(TypeError, match=r"json\(\) has them"):
        client.unit_costs({"model": "m"}, fields=["model"])  # type: ignore[call-arg]
    assert asked == []


def test_a_form_is_of_the_release_and_day_of_its_answer() -> None:
    found = {"provenance": {"catalog": "2026-10-31", "as_of": "2026-07-01"}}
    answer = ASKED | {"answer": found}
    client, asked = client_of(httpx.Response(200, json=answer), httpx.Response(200, text="$1"))

    assert client.ask("h100 price").to_text() == "$1"
    assert asked[1].headers["accept"] == "text/plain"
    assert dict(asked[1].url.params) == {
        "q": "h100 price",
        "catalog": "2026-10-31",
        "as_of": "2026-07-01",
    }


def test_address_and_key_are_those_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNITCOST_URL", "https://costs.example.com/")
    monkeypatch.setenv("UNITCOST_KEY", "uc_secret")
    with Client() as client:
        http = client._http  # noqa: SLF001 - what requests are sent with

        assert (str(http.base_url), http.timeout.read) == ("https://costs.example.com", 35.0)
        assert http.headers["authorization"] == "Bearer uc_secret"
        assert "uc_secret" not in repr(client)
    with Client("http://other", key="uc_other", timeout_seconds=3.0) as client:
        http = client._http  # noqa: SLF001 - as above

        assert (str(http.base_url), http.timeout.read) == ("http://other", 3.0)
        assert http.headers["authorization"] == "Bearer uc_other"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("3", 3.0),
        ("Fri, 27 Nov 2026 12:00:09 GMT", 9.0),
        ("Fri, 27 Nov 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-3", None),
        ("", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(text: str, seconds: float | None) -> None:
    response = httpx.Response(503, headers={"retry-after": text} if text else {})

    assert retry_after_seconds(response, datetime(2026, 11, 27, 12, tzinfo=UTC)) == seconds


def public(cls: type) -> Iterator[tuple[str, list[str]]]:
    for name, member in inspect.getmembers(cls, inspect.isfunction):
        if not name.startswith("_"):
            yield name, [str(one) for one in inspect.signature(member).parameters.values()]


def test_both_clients_ask_alike() -> None:
    assert dict(public(Client)) == dict(public(AsyncClient))


def test_the_package_says_what_it_is(root: Path) -> None:
    package = root / "openapi" / "client"
    page = (package / "README.md").read_text(encoding="utf-8")

    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)
    assert (package / "LICENSE").read_bytes() == (root / "LICENSE").read_bytes()
    assert all(f"`{name}`" in page or f".{name}(" in page for name, _ in public(Client))
