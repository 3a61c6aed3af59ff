"""Long answers are sent as they are written, and broken off where nobody takes them."""

import asyncio
import gzip
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pricing.catalog.library import Library
from service.app import create_app
from service.execution.worker_pool import WorkerPool
from service.formats import stream as streams
from service.formats.reading_pool import ReadingPool
from service.formats.stream import StreamedReply
from service.observability.metrics import Metrics
from service.operations import sweeps
from service.settings import Settings
from tests.asgi import Ask
from tests.redis_servers import eventually

PARTS = (b"a" * 100_000, b"b", b"")


async def stays() -> Any:
    """A caller who waits for the answer."""
    await asyncio.Event().wait()


class Reader:
    """Takes so many messages, and then none."""

    def __init__(self, most: int = 100) -> None:
        self.most = most
        self.taken: list[Any] = []

    async def send(self, message: Any) -> None:
        if len(self.taken) >= self.most:
            await asyncio.Event().wait()
        self.taken.append(message)

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.taken[1:])

    @property
    def has_end(self) -> bool:
        return self.taken[-1].get("more_body") is False


def play(
    library: Library, reader: Reader, parts: Iterator[bytes], receive: Callable[[], Any] = stays
) -> WorkerPool:
    """A stream to a reader, whose place is free in the end."""

    async def sent() -> WorkerPool:
        workers = WorkerPool(1, 0, Metrics(library))
        stream = workers.stream(parts)
        first = await stream.next()
        answer = StreamedReply(first or b"", stream, b"text/csv", patience_seconds=0.05)
        await answer({}, receive, reader.send)  # type: ignore[arg-type]
        await eventually(lambda: not workers.streaming)
        return workers

    return asyncio.run(sent())


def test_every_part_is_sent_and_then_the_end(library: Library) -> None:
    reader = Reader()
    play(library, reader, iter(PARTS))

    assert (reader.body, reader.has_end) == (b"".join(PARTS), True)


def test_reader_that_stalls_is_given_up_without_an_end(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "SLOWEST_BYTES_PER_SECOND", 1 << 30)
    reader = Reader(most=2)
    play(library, reader, iter(PARTS))

    assert (len(reader.body), reader.has_end) == (streams.PIECE_BYTES, False)


def test_part_that_takes_too_long_breaks_the_answer_off(library: Library) -> None:
    def parts() -> Iterator[bytes]:
        yield b"a"
        time.sleep(0.2)
        yield b"b"

    reader = Reader()
    play(library, reader, parts())

    assert (reader.body, reader.has_end) == (b"a", False)


def test_caller_who_leaves_ends_the_work(library: Library) -> None:
    async def leaves() -> Any:
        await asyncio.sleep(0.02)
        return {"type": "http.disconnect"}

    def parts() -> Iterator[bytes]:
        while True:
            time.sleep(0.001)
            yield b"a"

    reader = Reader(most=10_000)
    play(library, reader, parts(), leaves)

    assert not reader.has_end


SWEEP = b"""{"base": {"model": "llama-3.1-8b", "deployment": {"device": "l4"}},
    "axes": {"load.concurrency": {"from": 1, "to": 50, "step": 1}}}"""


@pytest.fixture
def streaming(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers of more than ten rows are streamed."""
    monkeypatch.setattr(sweeps, "KEPT_SCENARIOS", 10)


@pytest.mark.usefixtures("streaming")
def test_long_sweep_is_the_short_one_in_parts(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    long = ask("POST", "/v1/sweeps", body=SWEEP)
    monkeypatch.setattr(sweeps, "KEPT_SCENARIOS", 1000)
    short = ask("POST", "/v1/sweeps", body=SWEEP)

    assert (long.json, "cache-status" in long.headers) == (short.json, False)
    assert "cache-status" in short.headers


@pytest.mark.parametrize(("most", "is_kept"), [(50, True), (49, False)])
def test_sweep_is_kept_up_to_the_most_rows_that_are(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, most: int, *, is_kept: bool
) -> None:
    monkeypatch.setattr(sweeps, "KEPT_SCENARIOS", most)
    answered = ask("POST", "/v1/sweeps", body=SWEEP)

    assert ("cache-status" in answered.headers) == is_kept


@pytest.mark.usefixtures("streaming")
def test_more_long_sweeps_than_may_be_are_told_when_to_come_back(library: Library) -> None:
    app = create_app(Settings(workers=1, caller_share_fraction=1.0), library).asgi
    stalled = [Reader(most=1) for _ in range(5)]

    async def ask(reader: Reader) -> None:
        messages = [{"type": "http.request", "body": SWEEP, "more_body": False}]

        async def receive() -> Any:
            return messages.pop() if messages else await stays()

        scope: Any = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "method": "POST",
            "path": "/v1/sweeps",
            "raw_path": b"/v1/sweeps",
            "root_path": "",
            "query_string": b"",
            "headers": [(b"content-type", b"application/json"), (b"accept", b"text/csv")],
            "server": ("127.0.0.1", 80),
            "client": ("127.0.0.1", 50000),
        }
        await app(scope, receive, reader.send)

    async def play() -> None:
        asking = [asyncio.create_task(ask(reader)) for reader in stalled]
        await eventually(lambda: all(reader.taken for reader in stalled))
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)

    asyncio.run(play())
    statuses = [reader.taken[0]["status"] for reader in stalled]
    refused = stalled[statuses.index(503)].taken[0]
    assert sorted(statuses) == [200, 200, 200, 200, 503]
    assert b"retry-after" in dict(refused["headers"])


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_tables_are_read_by_the_threads_of_heavy_work(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    threads: list[str] = []

    read_table = ReadingPool.read_table

    def read(*given: Any, **named: Any) -> Any:
        threads.append(threading.current_thread().name)
        return read_table(*given, **named)

    monkeypatch.setattr(ReadingPool, "read_table", read)
    body = b"model,deployment.device\nllama-3.1-8b,l4\n"
    headers = {"content-type": "text/csv", "content-encoding": encoding}
    answered = ask(
        "POST",
        "/v1/sweeps",
        body=gzip.compress(body) if encoding == "gzip" else body,
        headers=headers,
    )

    assert answered.json["row_count"] == 1
    assert [thread.startswith("heavy") for thread in threads] == [True]
