"""Streams: answers sent as they are written, and given up when the caller leaves."""

from collections.abc import Iterator

from anyio import create_task_group, to_thread
from litestar.types import Receive, Scope, Send

from service.replies import BY_ACCEPT, NEVER_STORE


class Streamed:
    """An answer of unknown length.

    The first part is written before the status is sent, so that what is refused is a problem.
    """

    def __init__(self, first: bytes, parts: Iterator[bytes], media: bytes) -> None:
        self._first = first
        self._parts = parts
        self._headers = [(b"content-type", media), BY_ACCEPT, NEVER_STORE]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send every part; stop working when the caller has left."""
        await send({"type": "http.response.start", "status": 200, "headers": self._headers})
        async with create_task_group() as tasks:

            async def watch() -> None:
                while (await receive())["type"] != "http.disconnect":
                    pass
                tasks.cancel_scope.cancel()

            tasks.start_soon(watch)
            try:
                await _send_part(send, self._first)
                while (part := await to_thread.run_sync(_next, self._parts)) is not None:
                    await _send_part(send, part)
            finally:
                close = getattr(self._parts, "close", None)
                if close is not None:
                    await to_thread.run_sync(close, abandon_on_cancel=False)
            tasks.cancel_scope.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def streamed(parts: Iterator[bytes], media: bytes) -> Streamed:
    """An answer whose first part is written. Raises what writing it raises."""
    first = await to_thread.run_sync(_next, parts)
    return Streamed(first or b"", parts, media)


async def _send_part(send: Send, part: bytes) -> None:
    if part:
        await send({"type": "http.response.body", "body": part, "more_body": True})


def _next(parts: Iterator[bytes]) -> bytes | None:
    return next(parts, None)
