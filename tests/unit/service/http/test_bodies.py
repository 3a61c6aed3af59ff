"""Bodies are read whole, and only up to the limit."""

import asyncio
import gzip
from codecs import BOM_UTF8, BOM_UTF16
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from service.http.body_memory import BodyMemory
from service.http.problems import Refused
from service.http.request import read_body
from service.settings import Settings
from tests.asgi import JSON_HEADERS, Ask

UNIT_COSTS = "/v1/inference/unit-costs"
LIMIT = 100
QUESTION = b'{"deployment": {"device": "no-such-device"}, "model": "llama-3.1-8b"}'


@pytest.fixture
def limited(make_ask: Callable[..., Ask]) -> Ask:
    return make_ask(Settings(max_body_bytes=LIMIT))


def test_a_body_that_says_it_is_too_large_is_refused_unread(limited: Ask) -> None:
    headers = JSON_HEADERS | {"content-length": str(LIMIT + 1)}

    answered = limited("POST", UNIT_COSTS, headers=headers, body=())

    assert (answered.status, answered.json["title"]) == (413, "The request is too large")


@pytest.mark.parametrize("chunks", [[b" " * (LIMIT + 1)], [b" " * 60] * 2, [b" "] * (LIMIT + 1)])
def test_a_body_that_turns_out_too_large_is_refused(limited: Ask, chunks: Sequence[bytes]) -> None:
    answered = limited("POST", UNIT_COSTS, body=chunks)

    assert answered.status == 413


def test_a_body_of_just_the_limit_is_read(limited: Ask) -> None:
    answered = limited("POST", UNIT_COSTS, body=QUESTION.ljust(LIMIT))

    assert answered.status == 422


def test_a_body_in_pieces_is_the_same_question(ask: Ask) -> None:
    pieces = [QUESTION[:10], b"", QUESTION[10:20], QUESTION[20:]]

    answered = ask("POST", UNIT_COSTS, body=pieces)

    assert answered.status == 422


@pytest.mark.parametrize(
    ("more", "field"),
    [
        (b'"model": "llama-3.1-70b"', "model"),
        (b'"model" : "llama-3.1-8b"', "model"),
        (b'"mod\\u0065l": "llama-3.1-70b"', "model"),
        (b'"load": {"input_tokens": 1, "output_tokens": 1, "input_tokens": 2}', "input_tokens"),
        (b'"purchase": {"option": "spot"}, "load": {}, "purchase": {}', "purchase"),
    ],
)
def test_a_body_that_says_a_thing_twice_is_refused(ask: Ask, more: bytes, field: str) -> None:
    """A decoder keeps the last alone, and answers another question than half of the body asks."""
    body = QUESTION.replace(b"no-such-device", b"h100").removesuffix(b"}") + b", " + more + b"}"
    answered = ask("POST", UNIT_COSTS, body=body)

    assert (answered.status, answered.json.get("field")) == (400, field)
    assert answered.json["detail"] == "The field is repeated."


@pytest.mark.parametrize(
    ("model", "status"), [(b"llama-3.1-8b", 200), (rb"a \"model\": of \"model\": its own", 422)]
)
def test_a_key_may_come_again_in_another_object(ask: Ask, model: bytes, status: int) -> None:
    """And in a text, which is none."""
    body = b"""{
        "model": "%s",
        "deployment": {"device": "h100", "device_count": 8},
        "tokens": 1e9,
        "purchases": [{"option": "spot"}, {"option": "on_demand"}]
    }"""

    assert ask("POST", "/v1/training/run-costs", body=body % model).status == status


def test_a_body_may_begin_with_a_byte_order_mark(ask: Ask) -> None:
    answered = ask("POST", UNIT_COSTS, body=BOM_UTF8 + QUESTION)

    assert (answered.status, answered.json["field"]) == (422, "deployment.device")


@pytest.mark.parametrize("body", [BOM_UTF8, BOM_UTF8 * 100_000 + QUESTION, BOM_UTF16 + QUESTION])
def test_marks_alone_are_no_body(ask: Ask, body: bytes) -> None:
    answered = ask("POST", UNIT_COSTS, body=body)

    assert (answered.status, answered.json["title"]) == (400, "The body is not JSON")


@pytest.mark.parametrize(
    ("media", "table"),
    [
        ("text/csv", b"model,deployment.device\nllama-3.1-8b,l4\n"),
        ("application/x-ndjson", b'{"model": "llama-3.1-8b", "deployment.device": "l4"}\n'),
    ],
)
def test_a_table_may_begin_with_a_byte_order_mark(ask: Ask, media: str, table: bytes) -> None:
    answers = [
        ask("POST", "/v1/sweeps", headers={"content-type": media}, body=body).body
        for body in (table, BOM_UTF8 + table)
    ]

    assert (answers[0] == answers[1], b'"row_count":1' in answers[1]) == (True, True)


def test_a_caller_that_leaves_is_no_fault_of_the_service(ask: Ask) -> None:
    answered = ask("POST", UNIT_COSTS, body=[QUESTION[:10]], complete=False)

    assert answered.status == 400


def test_the_limit_is_one_mebibyte_by_default() -> None:
    assert Settings().max_body_bytes == 1024 * 1024


def test_others_are_served_while_a_large_body_is_unpacked() -> None:
    whole = bytes(1 << 26)
    sent = gzip.compress(whole, 1)
    turns = 0

    async def receive() -> Any:
        return {"type": "http.request", "body": sent, "more_body": False}

    async def turn() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def play() -> bytes:
        others = asyncio.create_task(turn())
        with BodyMemory(len(sent)).held() as hold:
            headers = {b"content-encoding": b"gzip"}
            body = await read_body(headers, receive, limit=len(whole), hold=hold)
        others.cancel()
        return body

    assert asyncio.run(play()) == whole
    assert turns > 10


def test_body_beyond_the_memory_for_all_is_too_large(make_ask: Callable[..., Ask]) -> None:
    ask = make_ask(Settings(body_memory_bytes=LIMIT))
    small = b'{"model": "llama-3.1-8b", "deployment": {"device": "l4"}}'
    large = [small[:-1], b" " * LIMIT, b"}"]
    answers = [ask("POST", UNIT_COSTS, body=body) for body in (small, large, small, large, small)]

    assert [answered.status for answered in answers] == [200, 413, 200, 413, 200]


def test_bodies_beyond_the_memory_for_all_wait_for_room() -> None:
    memory = BodyMemory(LIMIT)
    with memory.held() as first:
        first(60)
        with memory.held() as second, pytest.raises(Refused) as refused:
            second(60)
        with memory.held() as third:
            third(40)
        assert memory.held_bytes == 60
    with memory.held() as fourth:
        fourth(LIMIT)

    assert (refused.value.kind, refused.value.headers) == ("overloaded", {"retry-after": "2"})
    assert memory.held_bytes == 0
