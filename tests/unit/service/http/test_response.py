"""Entity tags, HEAD, and what may be kept."""

import asyncio
import hashlib
from typing import Any

import pytest
import zstandard

from service.http.compressed_body import CompressedBody
from service.http.request import headers_of
from service.http.response import Reply, Unchanged, entity_tag, tagged
from tests.asgi import Ask

DEVICES = "/v1/catalog/devices"


@pytest.mark.parametrize(
    "path", [DEVICES, "/openapi.json", "/docs", "/docs/docs.js", "/v1/catalog/releases"]
)
def test_the_entity_tag_is_the_digest_of_the_body(ask: Ask, path: str) -> None:
    answered = ask("GET", path)

    assert answered.headers["etag"] == f'"{hashlib.sha256(answered.body).hexdigest()}"'


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_what_the_caller_holds_is_not_sent_again(ask: Ask, form: str) -> None:
    tag = ask("GET", DEVICES).headers["etag"]

    answered = ask("GET", DEVICES, headers={"if-none-match": form.format(tag)})

    assert (answered.status, answered.body, answered.headers["etag"]) == (304, b"", tag)


def test_a_list_may_stand_on_several_lines() -> None:
    lines = [(b"accept", b"text/csv;q=0.5"), (b"host", b"a"), (b"accept", b"text/plain")]

    headers = headers_of({"headers": lines})  # type: ignore[arg-type]

    assert headers == {b"accept": b"text/csv;q=0.5, text/plain", b"host": b"a"}


def test_another_tag_gets_the_answer(ask: Ask) -> None:
    answered = ask("GET", DEVICES, headers={"if-none-match": '"other"'})

    assert answered.status == 200


def test_another_question_has_another_tag(ask: Ask) -> None:
    one, two = (ask("GET", DEVICES, query=f"limit={limit}") for limit in (1, 2))

    assert one.headers["etag"] != two.headers["etag"]


@pytest.mark.parametrize("path", [DEVICES, "/health/live", "/openapi.json", "/docs", "/metrics"])
def test_head_has_the_headers_of_get_and_no_body(ask: Ask, path: str) -> None:
    head = ask("HEAD", path)

    assert (head.status, head.body, int(head.headers["content-length"]) > 0) == (200, b"", True)


@pytest.mark.parametrize("path", ["/health/live", "/health/ready", "/metrics"])
def test_what_is_about_this_moment_is_not_kept(ask: Ask, path: str) -> None:
    answered = ask("GET", path)

    assert (answered.headers["cache-control"], "etag" in answered.headers) == ("no-store", False)


def test_answers_are_revalidated(ask: Ask) -> None:
    answered = ask("GET", DEVICES)

    assert answered.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", [DEVICES, "/nothing", "/docs"])
def test_every_answer_has_the_security_headers(ask: Ask, path: str) -> None:
    answered = ask("GET", path)

    assert answered.headers.items() >= {
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
    }


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_packed_body_is_sent_as_it_was(method: str) -> None:
    body = bytes(range(256)) * 12_000
    reply = Reply(CompressedBody(zstandard.compress(body), len(body)))
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    asyncio.run(reply({"method": method}, receive, send))  # type: ignore[arg-type]

    start, *parts = messages
    assert (b"content-length", b"%d" % len(body)) in start["headers"]
    assert b"".join(part["body"] for part in parts) == (body if method == "GET" else b"")
    assert [part["more_body"] for part in parts].index(False) == len(parts) - 1


def test_the_entity_tag_of_a_packed_body_is_that_of_the_body() -> None:
    body = b"[0.25]"
    tag = entity_tag(body)

    reply = tagged(CompressedBody(zstandard.compress(body), len(body)), tag)

    assert isinstance(reply, Unchanged)


async def receive() -> Any:
    await asyncio.Event().wait()
