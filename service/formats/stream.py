"""Answers that are sent while they are computed, for callers that stay and read on."""

import asyncio
from contextlib import suppress

from litestar.types import Receive, Scope, Send

from service.execution.worker_pool import Stream
from service.http.problems import Refused
from service.http.response import BY_ACCEPT, NEVER_STORE

SLOWEST_BYTES_PER_SECOND = 1 << 16
"""The slowest reader, over a whole answer, that keeps its stream."""

PIECE_BYTES = 1 << 16
"""Answers are sent in pieces of this length, so that a stalled reader is noticed."""


class StreamedReply:
    """An answer of unknown length.

    The first part is computed before the status is sent, so that a refusal is a problem.
    patience_seconds: the limit for computing a further part, and for the reader beyond the slowest
    rate. Past either, or where memory runs short, the answer breaks off without its end: the reader
    sees that it is incomplete.
    """

    def __init__(
        self, first: bytes, stream: Stream[bytes], media: bytes, *, patience_seconds: float
    ) -> None:
        self._first = first
        self._stream = stream
        self._headers = [(b"content-type", media), BY_ACCEPT, NEVER_STORE]
        self._patience_seconds = patience_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send every part; stop working when the caller has left."""
        sending = asyncio.ensure_future(self._send(send))
        leaving = asyncio.ensure_future(disconnected(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
        finally:
            leaving.cancel()
            sending.cancel()
            try:
                with suppress(asyncio.CancelledError):
                    await sending
            finally:
                self._stream.close()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self._headers})
        reader = _Reader(send, self._patience_seconds)
        with suppress(TimeoutError, Refused):
            part: bytes | None = self._first
            while part is not None:
                await reader.take(part)
                part = await asyncio.wait_for(self._stream.next(), self._patience_seconds)
            await send({"type": "http.response.body", "body": b"", "more_body": False})


class _Reader:
    """The reader of an answer, and the time that it has left [seconds]."""

    def __init__(self, send: Send, patience_seconds: float) -> None:
        self._send = send
        self._left_seconds = patience_seconds

    async def take(self, part: bytes) -> None:
        """Send a part. Raises TimeoutError for a reader that is too slow in total."""
        clock = asyncio.get_running_loop().time
        for start in range(0, len(part), PIECE_BYTES):
            piece = part[start : start + PIECE_BYTES]
            self._left_seconds += len(piece) / SLOWEST_BYTES_PER_SECOND
            started = clock()
            async with asyncio.timeout(self._left_seconds):
                await self._send({"type": "http.response.body", "body": piece, "more_body": True})
            self._left_seconds -= clock() - started


async def disconnected(receive: Receive) -> None:
    """Return when the caller disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
