"""A bounded queue of writes in the background."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST_WAITING_BYTES = 16 << 20
MOST_WAITING = 1_000
FLUSH_SECONDS = 1.0

Write = Callable[[], Awaitable[None]]


class WriteQueue:
    """Runs writes one after another in the background.

    A write that does not fit into the queue is refused at once. A write larger than the queue is
    taken while the queue is empty. A write must handle its own failures.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[int, Write]] = deque()
        self._task: asyncio.Task[None] | None = None
        self.waiting_bytes = 0

    def offer(self, write: Write, size: int) -> bool:
        """Take a write of a size [bytes]; False where the queue is full."""
        full = self.waiting_bytes + size > MOST_WAITING_BYTES
        if len(self._waiting) >= MOST_WAITING or (self.waiting_bytes and full):
            return False
        self._waiting.append((size, write))
        self.waiting_bytes += size
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._drain())
        return True

    async def flush(self) -> None:
        """Wait a second for pending writes, then drop the rest."""
        if self._task is not None and not self._task.done():
            await asyncio.wait({self._task}, timeout=FLUSH_SECONDS)
            self._task.cancel()
        self._waiting.clear()
        self.waiting_bytes = 0

    async def _drain(self) -> None:
        while self._waiting:
            size, write = self._waiting.popleft()
            try:
                await write()
            finally:
                self.waiting_bytes -= size
