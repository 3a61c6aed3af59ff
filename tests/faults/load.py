"""A load: streams of questions to one service, every answer timed and compared.

    python -m tests.faults.load PLAN RECORDS

Runs in a process of its own, so that it does not share the interpreter of what it measures, and
ends by itself, or on SIGTERM. A stream with a rate asks at fixed moments whether or not the
answers keep up, and its latencies count from those moments; one without asks again when it is
answered. All times are of the monotonic clock, which all processes of a machine share.
"""

import asyncio
import hashlib
import signal
import sys
import time
from contextlib import suppress
from itertools import count, cycle, islice
from pathlib import Path
from typing import cast

import msgspec
import uvloop
from msgspec import Struct

LONGEST_SECONDS = 60.0
LONGEST_WAIT_SECONDS = 40.0
"""Longer than the service may take for an answer."""
LOST = -1
"""The connection was there, the request was sent, and no whole answer came."""
TURNED_AWAY = -2
"""There was no connection, or the closing of the port reset it before anybody took it."""
UNTAKEN_SECONDS = 0.05
"""A new connection that is reset within this time was in the queue of a port that closed. One that
the service takes keeps at least 0.1 s for its first request."""


class Question(Struct, frozen=True):
    """A request as bytes, and the sha256 of each body that would answer it rightly."""

    request: bytes
    right: tuple[str, ...] = ()


class Stream(Struct, frozen=True, kw_only=True):
    """Questions in turn, over so many connections; at a rate a second, or as fast as answered."""

    name: str
    connections: int
    questions: tuple[Question, ...]
    rate: float | None = None


class Plan(Struct, frozen=True, kw_only=True):
    """What to ask, where, and for how long or how often [seconds, count].

    Several ports stand for replicas behind a proxy: each connection goes to the next of them, and
    where one does not accept it, on to the others.
    """

    ports: tuple[int, ...]
    streams: tuple[Stream, ...]
    seconds: float = LONGEST_SECONDS
    requests: int | None = None


class Record(Struct, frozen=True, array_like=True):
    """One question: its stream, its moment, how long it took, and what came of it.

    status: of HTTP, or LOST or TURNED_AWAY; is_wrong: answered with 200 and another body than a
    right one; is_clean: a refusal that is a problem and says when to come back.
    """

    stream: str
    at: float
    seconds: float
    status: int
    is_wrong: bool
    is_clean: bool


class Connection(asyncio.Protocol):
    """Sends a request and waits for the whole answer."""

    def __init__(self) -> None:
        self.received = b""
        self.answered: asyncio.Future[tuple[bytes, bytes]] | None = None
        self.has_answered = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.opened = time.monotonic()

    @property
    def is_untaken(self) -> bool:
        """Whether it was reset before the service took it."""
        return not self.has_answered and time.monotonic() - self.opened < UNTAKEN_SECONDS

    def data_received(self, data: bytes) -> None:
        self.received += data
        head, separator, body = self.received.partition(b"\r\n\r\n")
        if not separator:
            return
        head = head.lower()
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        if len(body) >= length and self.answered is not None and not self.answered.done():
            self.received = b""
            self.has_answered = True
            self.answered.set_result((head, body))
            if b"connection: close" in head:
                self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if self.answered is not None and not self.answered.done():
            self.answered.set_exception(error or ConnectionError())

    async def ask(self, request: bytes) -> tuple[bytes, bytes]:
        self.answered = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.answered


class Run:
    """A plan as it is carried out."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._until = time.monotonic() + min(plan.seconds, LONGEST_SECONDS * 60)
        self._left = plan.requests if plan.requests is not None else sys.maxsize
        self._places = cycle(plan.ports)
        self.records: list[Record] = []

    async def carry_out(self) -> None:
        """Ask until the time or the number is over."""
        await asyncio.gather(*map(self._stream, self._plan.streams))

    def stop(self) -> None:
        """Ask no more."""
        self._left = 0

    async def _stream(self, stream: Stream) -> None:
        started, ticks, turns = time.monotonic(), count(), count()

        async def caller() -> None:
            connection: Connection | None = None
            while (now := time.monotonic()) < self._until and self._left > 0:
                self._left -= 1
                at = now if stream.rate is None else started + next(ticks) / stream.rate
                if at >= self._until:
                    return
                if at > now:
                    await asyncio.sleep(at - now)
                question = stream.questions[next(turns) % len(stream.questions)]
                connection = await self._ask(stream.name, question, connection, at)
            if connection is not None:
                connection.transport.close()

        await asyncio.gather(*(caller() for _ in range(stream.connections)))

    async def _ask(
        self, stream: str, question: Question, connection: Connection | None, at: float
    ) -> Connection | None:
        if connection is None or connection.transport.is_closing():
            connection = await self._connection()
        if connection is None:
            self._note(stream, at, TURNED_AWAY)
            await asyncio.sleep(0.01)
            return None
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                head, body = await connection.ask(question.request)
        except (OSError, TimeoutError) as error:
            connection.transport.close()
            is_reset = isinstance(error, ConnectionResetError) and connection.is_untaken
            self._note(stream, at, TURNED_AWAY if is_reset else LOST)
            return None
        status = int(head[9:12])
        is_wrong = (
            status == 200
            and bool(question.right)
            and hashlib.sha256(body).hexdigest() not in question.right
        )
        is_clean = b"retry-after: " in head and b"application/problem+json" in head
        self._note(stream, at, status, is_wrong=is_wrong, is_clean=is_clean)
        return connection

    async def _connection(self) -> Connection | None:
        loop = asyncio.get_running_loop()
        for port in islice(self._places, len(self._plan.ports)):
            with suppress(OSError):
                return (await loop.create_connection(Connection, "127.0.0.1", port))[1]
        return None

    def _note(
        self,
        stream: str,
        at: float,
        status: int,
        *,
        is_wrong: bool = False,
        is_clean: bool = False,
    ) -> None:
        seconds = time.monotonic() - at
        self.records.append(Record(stream, at, seconds, status, is_wrong, is_clean))


def main() -> None:
    plan = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)

    async def carry_out() -> Run:
        run = Run(plan)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, run.stop)
        await run.carry_out()
        return run

    Path(sys.argv[2]).write_bytes(msgspec.msgpack.encode(uvloop.run(carry_out()).records))


if __name__ == "__main__":
    main()
