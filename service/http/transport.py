"""A transport that joins small writes."""

import asyncio
from typing import Any

FLUSH_BYTES = 1 << 16
"""From so many bytes on, nothing is held back: flow control must see what is waiting."""


class JoinedWrites(asyncio.Transport):
    """Writes to another transport, what comes in one turn of the loop in one piece.

    The head of an answer and its body are two writes, and so two packets and two system calls.
    Together these cost as much as a tenth of a quote.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._parts: list[bytes] = []
        self._size = 0

    def write(self, data: Any) -> None:
        """Take bytes, to be written before the next turn of the loop."""
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)
        self._size += len(data)
        if self._size >= FLUSH_BYTES:
            self._flush()

    def close(self) -> None:
        """Write what is left, and close."""
        self._flush()
        self._transport.close()

    def abort(self) -> None:
        """Close at once."""
        self._parts.clear()
        self._transport.abort()

    def is_closing(self) -> bool:
        """Whether no more is written."""
        return self._transport.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What the other transport knows of its connection."""
        return self._transport.get_extra_info(name, default)

    def pause_reading(self) -> None:
        """Read no more for now."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        self._transport.resume_reading()

    def _flush(self) -> None:
        if self._parts and not self._transport.is_closing():
            self._transport.write(b"".join(self._parts))
        self._parts.clear()
        self._size = 0
