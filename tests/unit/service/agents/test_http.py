"""/mcp in process: what is refused before the protocol, and what it says of odd messages."""

import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.settings import Settings
from tests.asgi import JSON_HEADERS, Answered, Ask

LISTING = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
PAGE = "https://costs.example"


def calling(name: str, arguments: bytes) -> bytes:
    return (
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s}}'
        % (name.encode(), arguments)
    )


def posted(ask: Ask, body: bytes, **headers: str) -> Answered:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return ask("POST", "/mcp", headers={**JSON_HEADERS, **given}, body=body)


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_there_is_no_stream_and_no_session(ask: Ask, method: str) -> None:
    answered = ask(method, "/mcp")

    assert (answered.status, answered.headers["allow"]) == (405, "OPTIONS, POST")


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (LISTING, {"content_type": "text/plain"}, 415),
        (LISTING, {"accept": "text/html"}, 406),
        (LISTING, {"mcp_protocol_version": "1999-01-01"}, 400),
        (LISTING, {"mcp_protocol_version": "2025-06-18", "mcp_session_id": "gone"}, 200),
        (b"", {}, 400),
        (b"{", {}, 400),
        (b"[" * 5000, {}, 400),
        (b"[%s]" % LISTING, {}, 400),
        (b"x" * ((1 << 20) + 1), {}, 413),
        (calling("unit_costs", b'{"device":"l4","device":"h100"}'), {}, 400),
        (LISTING, {"origin": "http://evil.example"}, 403),
        (LISTING, {"origin": "null"}, 403),
        (LISTING, {"origin": "http://[::"}, 403),
        (LISTING, {"origin": "http://localhost:3000"}, 200),
    ],
)
def test_an_odd_request_is_refused(
    ask: Ask, body: bytes, headers: dict[str, str], status: int
) -> None:
    assert posted(ask, body, **headers).status == status


def test_a_page_that_is_named_may_call(make_ask: Callable[..., Ask]) -> None:
    ask = make_ask(Settings(cors_origins=(PAGE,)))

    assert posted(ask, LISTING, origin=PAGE).status == 200


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (calling("rm", b"{}"), -32602),
        (calling("ask", b"[1]"), -32602),
        (b'{"jsonrpc":"2.0","id":1,"method":"rm"}', -32601),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc"}}',
            -32602,
        ),
    ],
)
def test_what_is_not_there_is_an_error_of_the_protocol(ask: Ask, message: bytes, code: int) -> None:
    assert posted(ask, message).json["error"]["code"] == code


def test_a_refusal_is_an_error_of_the_tool(ask: Ask) -> None:
    result = posted(ask, calling("ask", b'{"q":"%s"}' % (b"a" * 100_000))).json["result"]

    assert (result["isError"], result["content"][0]["text"][:29]) == (
        True,
        "Text of length <= 500 is expe",
    )


@pytest.mark.parametrize("name", ["a%d", "deployment.a%d", "a.%d.b"])
def test_fields_by_the_thousand_are_refused_at_once(ask: Ask, name: str) -> None:
    fields = {"model": "llama-3.1-8b", "device": "l4"}
    fields |= {name % number: "1" for number in range(40_000)}
    began = time.process_time()
    result = posted(ask, calling("unit_costs", msgspec.json.encode(fields))).json["result"]

    assert result["isError"]
    assert time.process_time() - began < 2.0


@pytest.mark.parametrize(
    ("uri", "has"),
    [
        ("devices", "h100-sxm-80gb,nvidia,2022,80,700"),
        ("models", "llama-3.1-70b,7.055e+10,"),
        ("glossary", "| TTFT |"),
        ("fields/tco", "\nalternative.deployment: as deployment\n"),
    ],
)
def test_a_resource_is_read(ask: Ask, uri: str, has: str) -> None:
    asked: dict[str, Any] = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "resources/read",
        "params": {"uri": f"unitcost://{uri}"},
    }
    read = posted(ask, msgspec.json.encode(asked)).json["result"]["contents"][0]

    assert has in read["text"]


def test_the_index_names_every_call_and_tool(ask: Ask) -> None:
    text = ask("GET", "/llms.txt").body.decode()

    assert [name in text for name in ("`explain`", "`GET /v1/ask`", "(/openapi.json)")] == [
        True
    ] * 3
