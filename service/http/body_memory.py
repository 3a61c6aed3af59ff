"""The memory that bodies take while they are received, and until they are read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service.http.problems import Refused
from service.http.shares import Shares, caller

Hold = Callable[[int], None]
"""Counts bytes of a body. Raises Refused where there is no memory for them."""

RETRY_SECONDS = 2


class BodyMemory:
    """Counts the bytes of all bodies together. They are received on one event loop.

    share_fraction: the share of the memory that the bodies of one caller may fill.
    """

    def __init__(self, most_bytes: int, *, share_fraction: float = 1.0) -> None:
        self._most_bytes = most_bytes
        self._shares = Shares(share_fraction * most_bytes)
        self.held_bytes = 0

    @contextmanager
    def held(self) -> Iterator[Hold]:
        """A function that counts the bytes of one body, which are freed at the end."""
        ours = 0
        name = caller.get()

        def hold(count: int) -> None:
            nonlocal ours
            if ours + count > self._most_bytes:
                raise Refused(
                    "too-large",
                    f"The body is larger than the {self._most_bytes} bytes of memory for bodies.",
                )
            if self.held_bytes + count > self._most_bytes:
                raise Refused(
                    "overloaded",
                    "The bodies that are being received fill the memory for them.",
                    retry_after_seconds=RETRY_SECONDS,
                )
            if not self._shares.has_room(name, count, own=ours):
                raise Refused(
                    "too-many-requests",
                    "The caller's bodies that are being received fill the share of one caller.",
                    retry_after_seconds=RETRY_SECONDS,
                )
            ours += count
            self.held_bytes += count
            self._shares.take(name, count)

        try:
            yield hold
        finally:
            self.held_bytes -= ours
            self._shares.give(name, ours)
