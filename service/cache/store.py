"""The protocol of a store of values, and the store in the memory of this process."""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

ENTRY_BYTES = 300
"""Size of an entry besides its value: key, order and expiry [bytes]."""


class Unavailable(Exception):
    """The store cannot be used now. `reason` is one word, for the caller and the counters."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Store(Protocol):
    """Keeps values for a time.

    `claim` gives a token to the first process that wants to compute a value, and None to the
    others. A claim ends with `keep` or `release`, or expires. `get` and `claim` raise Unavailable.
    """

    is_local: bool
    """Whether values stay in this process, where they need no checksum."""

    @property
    def is_taking(self) -> bool:
        """Whether a value would be taken now."""

    async def get(self, key: str) -> bytes | None:
        """The value of a key."""

    async def claim(self, key: str, seconds: float) -> str | None:
        """A token, unless another holds one for this key."""

    def keep(self, key: str, value: bytes, seconds: float, token: str | None) -> bool:
        """Keep a value and give the claim back; False where it cannot be taken now."""

    def release(self, key: str, token: str) -> None:
        """Give a claim back without a value."""

    async def close(self) -> None:
        """Finish pending writes and close."""


class MemoryStore:
    """A bounded number of bytes in this process; the least recently used entry leaves first."""

    is_local = True

    def __init__(self, most_bytes: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._most_bytes = most_bytes
        self._clock = clock
        self._entries: OrderedDict[str, tuple[float, bytes]] = OrderedDict()
        self.held_bytes = 0

    @property
    def is_taking(self) -> bool:
        """Always, unless the size is zero."""
        return self._most_bytes > 0

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys, the least recently used first."""
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
        """Always granted: within a process, `SingleFlight` sees to it."""
        return ""

    def keep(self, key: str, value: bytes, seconds: float, token: str | None) -> bool:  # noqa: ARG002
        """Keep the value, and drop old ones to make room."""
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
        """Nothing to give back."""

    async def close(self) -> None:
        """Drop everything."""
        self._entries.clear()
        self.held_bytes = 0

    def _drop(self, key: str) -> None:
        _, value = self._entries.pop(key)
        self.held_bytes -= len(value) + ENTRY_BYTES
