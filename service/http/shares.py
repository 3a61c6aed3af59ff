"""What one caller may hold of what all callers share: places in a queue, streams, memory."""

from collections import Counter
from contextvars import ContextVar

caller: ContextVar[str] = ContextVar("caller", default="")
"""Who asks: the name of the key, else the address of the connection."""


class Shares:
    """What each caller holds, and the most that one may hold."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def has_room(self, name: str, amount: int = 1, *, own: int = 0) -> bool:
        """Whether the caller may hold so much more.

        One thing may always be held; own: what the thing that grows holds already.
        """
        held = self._held[name]
        return held + amount <= self._most or held == own

    def take(self, name: str, amount: int = 1) -> None:
        """Count what a caller holds from now on."""
        self._held[name] += amount

    def give(self, name: str, amount: int = 1) -> None:
        """Count what a caller no longer holds."""
        self._held[name] -= amount
        if self._held[name] <= 0:
            del self._held[name]  # callers come and go
