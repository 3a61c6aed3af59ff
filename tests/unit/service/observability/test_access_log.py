"""One log line, one id and bounded labels for every request."""

import asyncio
import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from litestar.types import ASGIApp, Receive, Scope, Send

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library
from service.logs import Log
from service.observability.access_log import AccessLog
from service.observability.metrics import Metrics
from service.observability.tracing import NoTracer
from service.settings import Settings
from tests.asgi import Ask, asking

GIVEN = "Build-42_a.b"


def lines(log: io.BytesIO) -> list[Any]:
    return [msgspec.json.decode(line) for line in log.getvalue().splitlines()]


@pytest.fixture
def ask(ask_alone: Ask) -> Ask:
    """Asks an application whose log and counters are those of the test."""
    return ask_alone


def test_every_request_is_one_line(ask: Ask, log: io.BytesIO) -> None:
    answered = ask("GET", "/health/live")

    (line,) = lines(log)
    assert {name: line[name] for name in ("event", "method", "path", "status", "bytes")} == {
        "event": "request",
        "method": "GET",
        "path": "/health/live",
        "status": 200,
        "bytes": len(answered.body),
    }


def test_the_line_has_the_time_the_duration_and_the_id(ask: Ask, log: io.BytesIO) -> None:
    answered = ask("GET", "/health/live")

    (line,) = lines(log)
    assert (
        line["timestamp"].endswith("+00:00"),
        line["duration_seconds"] > 0,
        line["request_id"],
    ) == (True, True, answered.headers["x-request-id"])


def test_neither_the_query_string_nor_the_body_is_logged(ask: Ask, log: io.BytesIO) -> None:
    ask("GET", "/v1/catalog/devices", query="search=confidential")
    ask("POST", "/v1/inference/unit-costs", body=b'{"confidential": 1}')

    assert b"confidential" not in log.getvalue()


def test_warnings_only_means_no_line_a_request(
    make_ask: Callable[..., Ask], log: io.BytesIO
) -> None:
    make_ask(Settings(log_level="warning"))("GET", "/health/live")

    assert log.getvalue() == b""


def test_the_callers_own_id_is_kept(ask: Ask) -> None:
    for given in (GIVEN, "a" * 128):
        answered = ask("GET", "/health/live", headers={"x-request-id": given})

        assert answered.headers["x-request-id"] == given


@pytest.mark.parametrize("given", ["", "a b", "a" * 129, "a\tb", "é"])
def test_an_id_that_is_not_plain_is_replaced(ask: Ask, given: str) -> None:
    answered = ask("GET", "/health/live", headers={"x-request-id": given})

    assert answered.headers["x-request-id"] != given


def test_ids_differ(ask: Ask) -> None:
    one, two = (ask("GET", "/health/live").headers["x-request-id"] for _ in range(2))

    assert one != two


def counted(ask: Ask) -> str:
    return ask("GET", "/metrics").body.decode()


def test_requests_are_counted_by_route_method_and_status(ask: Ask) -> None:
    ask("GET", "/v1/catalog/devices")
    for _ in range(2):
        ask("GET", "/v1/catalog/devices", query="limit=none")

    labels = 'method="GET",route="/v1/catalog/devices"'
    text = counted(ask)
    assert f'unitcost_requests_total{{{labels},status="200"}} 1.0' in text
    assert f'unitcost_requests_total{{{labels},status="400"}} 2.0' in text


def test_the_route_of_a_label_is_never_what_the_caller_wrote(ask: Ask) -> None:
    ask("GET", "/somewhere/else")
    ask("GET", "/docs/nothing")
    ask("BREW", "/health/live")

    text = counted(ask)
    assert ("somewhere" in text, "/docs/nothing" in text, "BREW" in text) == (False, False, False)


def test_durations_are_counted(ask: Ask) -> None:
    ask("GET", "/health/live")

    assert (
        'unitcost_request_duration_seconds_count{method="GET",route="/health/live"} 1.0'
        in counted(ask)
    )


def test_only_the_request_that_reads_the_counters_is_in_progress(ask: Ask) -> None:
    ask("GET", "/health/live")

    assert "unitcost_requests_in_progress 1.0" in counted(ask)


def test_releases_are_named(ask: Ask, library: Any) -> None:
    text = counted(ask)

    assert "process_resident_memory_bytes " in text
    assert f'unitcost_build_info{{engine_version="{ENGINE_VERSION}"}} 1.0' in text
    for name in library.names:
        labels = f'digest="{library.get(name).digest}",name="{name}"'
        assert f"unitcost_release_info{{{labels}}} 1.0" in text


@pytest.fixture
def around(library: Library, log: io.BytesIO) -> Callable[[ASGIApp], tuple[Ask, Metrics]]:
    """Asks an application in the place of the service's own, and counts its requests."""

    def wrapped(inner: ASGIApp) -> tuple[Ask, Metrics]:
        metrics = Metrics(library)
        app = AccessLog(inner, log=Log("info", log), metrics=metrics, tracer=NoTracer())
        return asking(app), metrics

    return wrapped


async def in_parts(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for body in (b"one", b"", b"three"):
        await send({"type": "http.response.body", "body": body, "more_body": bool(body)})


def test_all_parts_of_an_answer_are_bytes_of_it(
    around: Callable[[ASGIApp], tuple[Ask, Metrics]], log: io.BytesIO
) -> None:
    ask, _ = around(in_parts)
    ask("GET", "/" + "x" * 1000)

    (line,) = lines(log)
    assert (line["bytes"], line["path"]) == (8, "/" + "x" * 511)


def test_durations_are_in_seconds(
    around: Callable[[ASGIApp], tuple[Ask, Metrics]],
    log: io.BytesIO,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.observability.access_log.perf_counter", iter((1.0, 3.5)).__next__)
    ask, metrics = around(in_parts)
    ask("GET", "/")

    (line,) = lines(log)
    labels = '{method="GET",route="unmatched"}'
    assert line["duration_seconds"] == 2.5
    assert f"unitcost_request_duration_seconds_sum{labels} 2.5\n" in metrics.text().decode()


async def broken(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise OSError("secret of the inside")


def test_a_fault_outside_of_every_route_is_a_problem_and_a_line(
    around: Callable[[ASGIApp], tuple[Ask, Metrics]], log: io.BytesIO
) -> None:
    ask, _ = around(broken)
    answered = ask("GET", "/")

    unforeseen, request = lines(log)
    assert (answered.status, answered.json["status"], b"secret" in answered.body) == (
        500,
        500,
        False,
    )
    assert answered.headers["cache-control"] == "no-store"
    assert (unforeseen["event"], unforeseen["level"]) == ("unforeseen", "error")
    assert unforeseen["exception"].startswith("Traceback")
    assert unforeseen["request_id"] == answered.headers["x-request-id"]
    assert (request["event"], request["status"]) == ("request", 500)


async def leaving(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise asyncio.CancelledError


def test_a_caller_who_leaves_before_an_answer_begins_has_a_status_of_its_own(
    around: Callable[[ASGIApp], tuple[Ask, Metrics]], log: io.BytesIO
) -> None:
    ask, metrics = around(leaving)
    with pytest.raises(asyncio.CancelledError):
        ask("GET", "/")

    (line,) = lines(log)
    assert (line["event"], line["status"]) == ("request", 499)
    assert 'status="499"} 1.0' in metrics.text().decode()


def test_an_answer_that_is_taken_for_a_page_can_load_nothing(ask: Ask) -> None:
    policy = ask("GET", "/health/live").headers["content-security-policy"]

    assert policy == "default-src 'none'; frame-ancestors 'none'; sandbox"
