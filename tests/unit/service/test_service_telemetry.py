"""One log line, one id and bounded labels for every request."""

import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.settings import Settings
from tests.asgi import Ask

GIVEN = "Build-42_a.b"


def lines(log: io.BytesIO) -> list[Any]:
    return [msgspec.json.decode(line) for line in log.getvalue().splitlines()]


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
    answered = ask("GET", "/health/live", headers={"x-request-id": GIVEN})

    assert answered.headers["x-request-id"] == GIVEN


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

    assert (
        'unitcost_requests_total{method="GET",route="/v1/catalog/devices",status="200"} 1.0'
        in counted(ask)
    )


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

    assert all(f'name="{name}"' in text for name in library.names)
