"""What the log says, and what the server says in it."""

import io
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.logs import Log, take_over_server_logs


@pytest.fixture
def stream() -> io.BytesIO:
    return io.BytesIO()


@pytest.fixture
def server(stream: io.BytesIO) -> Iterator[logging.Logger]:
    """What the server writes to, until the test is over."""
    logger = logging.getLogger("uvicorn.error")
    before = (logger.level, logger.propagate, logger.filters, logger.handlers)
    logger.disabled = False  # what else runs in this process may have silenced all there were
    take_over_server_logs(Log("info", stream))
    yield logger
    logger.level, logger.propagate, logger.filters, logger.handlers = before


def lines(stream: io.BytesIO) -> list[Any]:
    return [msgspec.json.decode(line) for line in stream.getvalue().splitlines()]


def levels(stream: io.BytesIO) -> list[tuple[str, str]]:
    return [(line["level"], line["event"]) for line in lines(stream)]


@pytest.mark.parametrize(
    ("level", "told"),
    [
        ("debug", ["info", "warning", "error"]),
        ("info", ["info", "warning", "error"]),
        ("warning", ["warning", "error"]),
        ("error", ["error"]),
    ],
)
def test_a_level_lets_through_what_is_as_severe(
    stream: io.BytesIO, level: Any, told: list[str]
) -> None:
    log = Log(level, stream)
    log.info("a")
    log.warning("b")
    log.error("c")

    assert [at for at, _ in levels(stream)] == told


def test_a_fact_that_is_no_json_does_not_lose_the_line(stream: io.BytesIO) -> None:
    Log("info", stream).info("odd", fact=range(3))

    assert [line["fact"] for line in lines(stream)] == ["range(0, 3)"]


def test_a_line_is_there_as_soon_as_it_is_written(stream: io.BytesIO) -> None:
    buffered = io.BufferedWriter(stream)
    Log("info", buffered).info("begun")

    assert levels(stream) == [("info", "begun")]


def test_what_the_server_says_keeps_its_severity(
    server: logging.Logger, stream: io.BytesIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = io.StringIO()
    monkeypatch.setattr(logging.getLogger("uvicorn"), "handlers", [logging.StreamHandler(twice)])
    server.debug("too much")
    server.info("listening on %s", 8000)
    server.warning("odd")
    server.error("bad")
    server.critical("worse")

    assert levels(stream) == [
        ("info", "listening on 8000"),
        ("warning", "odd"),
        ("error", "bad"),
        ("error", "worse"),
    ]
    assert {line["logger"] for line in lines(stream)} == {"uvicorn.error"}
    assert not twice.getvalue()


def test_a_fault_of_the_server_has_its_traceback(
    server: logging.Logger, stream: io.BytesIO
) -> None:
    try:
        Path("/no/such/file").read_text(encoding="utf-8")
    except OSError:
        server.exception("Exception in the application")

    (line,) = lines(stream)
    assert line["exception"].startswith("Traceback")
    assert "/no/such/file" in line["exception"]


@pytest.mark.parametrize("text", ["Invalid HTTP request received.", "Unsupported upgrade request."])
def test_callers_cannot_fill_the_log(server: logging.Logger, stream: io.BytesIO, text: str) -> None:
    server.warning(text)

    assert not stream.getvalue()


def test_an_answer_that_is_broken_off_on_purpose_is_no_error(
    server: logging.Logger, stream: io.BytesIO
) -> None:
    server.error("ASGI callable returned without completing response.")
    server.error("ASGI callable returned without starting response.")

    assert levels(stream) == [
        ("info", "answer broken off"),
        ("error", "ASGI callable returned without starting response."),
    ]
