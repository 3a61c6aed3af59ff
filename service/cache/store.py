"""Where values lie: the protocol of a store, and the store in this process's memory."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

ENTRY_BYTES = 300
"""What an entry takes besides its value: its key, its place in the order, its expiry [bytes]."""


class Unavailable(Exception):
    """The store cannot be asked now. `reason` is one word, for the caller and the counters."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Store(Protocol):
    """Keeps values for a time.

    `claim` gives a token to the first who wants to compute a value, across all processes that
    share the store, and None to the others; a claim ends with `keep` or `release`, or by itself.
    `get` and `claim` raise Unavailable.
    """

    is_local: bool
    """Whether values stay in this process, where nothing happens to them."""

    @property
    def is_taking(self) -> bool:
        """Whether a value would be taken now."""

    async def get(self, key: str) -> bytes | None:
        """The value of a key."""

    async def claim(self, key: str, seconds: float) -> str | None:
        """A token, unless another holds one for this key."""

    def keep(self, key: str, value: bytes, seconds: float, token: str | None) -> bool:
        """Take a value to keep, and give the claim back; False where it cannot be taken now."""

    def release(self, key: str, token: str) -> None:
        """Give a claim back without a value."""

    async def close(self) -> None:
        """Finish what was taken, and let go."""


class MemoryStore:
    """A bounded number of bytes in this process; the entry used longest ago leaves first."""

    is_local = True

    def __init__(self, most_bytes: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._most_bytes = most_bytes
        self._clock = clock
        self._entries: OrderedDict[str, tuple[float, bytes]] = OrderedDict()
        self.held_bytes = 0

    @property
    def is_taking(self) -> bool:
        """Always, if there is any room at all."""
        return self._most_bytes > 0

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that are held, the one used longest ago first."""
        return tuple(self._entries)

    async def get(self, key: str) -> bytes | None:
        """The value of a key, if it has not expired."""
        entry = self._entries.get(key)
        if entry is None:
            return None
        expires, value = entry
        if expires <= self._clock():
            self._drop(key)
            return None
        self._entries.move_to_end(key)
        return value

    async def claim(self, key: str, seconds: float) -> str | None:  # noqa: ARG002
        """Always granted: within a process the flights see to it."""
        return ""

    def keep(self, key: str, value: bytes, seconds: float, token: str | None) -> bool:  # noqa: ARG002
        """Put the value in, and let go of old ones to make room."""
        size = len(value) + ENTRY_BYTES
        if size > self._most_bytes:
            return False
        if key in self._entries:
            self._drop(key)
        while self.held_bytes + size > self._most_bytes:
            self._drop(next(iter(self._entries)))
        self._entries[key] = (self._clock() + seconds, value)
        self.held_bytes += size
        return True

    def release(self, key: str, token: str) -> None:
        """Nothing is held."""

    async def close(self) -> None:
        """Let go of everything."""
        self._entries.clear()
        self.held_bytes = 0

    def _drop(self, key: str) -> None:
        _, value = self._entries.pop(key)
        self.held_bytes -= len(value) + ENTRY_BYTES
