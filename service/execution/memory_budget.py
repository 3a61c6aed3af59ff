"""The memory that the service may use, all of it together, and what happens where it runs short."""

import ctypes
import gc
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from service.http.problems import Refused


class Level(NamedTuple):
    """A level of the budget: a share of it that leaves at least so many bytes free.

    Work takes memory between two looks, and looks away while others take some.
    """

    fraction: float
    left_bytes: int

    def of(self, most_bytes: int) -> float:
        """The level in a budget [bytes]."""
        return min(self.fraction * most_bytes, most_bytes - self.left_bytes)


BEGINNING = Level(0.8, 128 << 20)
"""Work begins beside other work while less than this is used."""

ENDING = Level(0.92, 84 << 20)
"""Work ends where more than this is used."""

LAST = Level(0.97, 72 << 20)
"""An answer that is being sent ends there, and work that finds more than ENDING left over."""

SLACK_BYTES = 16 << 20
"""By how much work may grow beyond what earlier work has left."""

ROW_BYTES = 24 << 10
"""Of the budget, for each row that large work takes at a time."""

GIVING_BACK_SECONDS = 1.0
"""How often memory is given back at most: other threads wait meanwhile."""

LOOK_SECONDS = 0.02
"""How often work looks at the memory that is used."""

RETRY_SECONDS = 5

_PROCESS = Path("/proc/self")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class MemoryBudget:
    """What the process and its children may hold in memory, bodies, answers and caches included.

    most_bytes: the budget; used_bytes: tells what is used, where Linux says it and 0 elsewhere.
    """

    def __init__(self, most_bytes: int, *, used_bytes: Callable[[], int] | None = None) -> None:
        self.most_bytes = most_bytes
        self._used_bytes = used_bytes or resident_bytes
        self._lock = threading.Lock()
        self._held = 0
        self._left_bytes = 0
        self._looked_at = self._gave_back_at = 0.0

    @property
    def most_rows(self) -> int:
        """The rows that large work takes at a time [count]."""
        return self.most_bytes // ROW_BYTES

    def fitting(self, each_bytes: int, most: int) -> int:
        """How many things of a size half of the budget has room for; one, and up to the most."""
        return max(1, min(most, self.most_bytes // 2 // each_bytes))

    def hold(self) -> None:
        """Count work that begins. An answer that is sent in parts is work until its end."""
        with self._lock:
            self._held += 1

    def leave(self) -> None:
        """Count work that has ended."""
        with self._lock:
            self._held -= 1

    def has_room(self) -> bool:
        """Whether there is memory for work that is held and begins now.

        Work that is alone begins where earlier work has left no more than LAST. What was
        left may be used again, although it is not free.
        """
        if not self.is_short:
            self._left_bytes = 0
            return True
        used_bytes = self._used_at_least_bytes()
        if self._held == 1:
            self._left_bytes = used_bytes
            return used_bytes < LAST.of(self.most_bytes)
        return not self.is_short

    @property
    def is_short(self) -> bool:
        """Whether so much is used that work waits before it begins."""
        return self._used_bytes() >= BEGINNING.of(self.most_bytes)

    def refusal(self) -> Refused:
        """The refusal of work that has waited for memory."""
        return Refused(
            "overloaded",
            "The memory of the service is in use.",
            retry_after_seconds=RETRY_SECONDS,
        )

    def check(self, needed_bytes: int = 0) -> None:
        """Work calls this again and again, and before it takes much memory.

        Raises Refused where the budget is used up, or would be.
        """
        ending_bytes = max(ENDING.of(self.most_bytes), self._left_bytes + SLACK_BYTES)
        self._check(min(ending_bytes, LAST.of(self.most_bytes)), needed_bytes)

    def check_part(self, needed_bytes: int = 0) -> None:
        """The same for a part of an answer that is being sent: other work ends before it does."""
        self._check(LAST.of(self.most_bytes), needed_bytes)

    def _check(self, most_bytes: float, needed_bytes: int) -> None:
        now = time.monotonic()
        if not needed_bytes and now - self._looked_at < LOOK_SECONDS:
            return
        self._looked_at = now
        for used_bytes in (self._used_bytes, self._used_at_least_bytes):
            if used_bytes() + needed_bytes <= most_bytes:
                return
        if self._held > 1:
            raise Refused(
                "overloaded",
                "The questions that are being answered need more memory than the service has.",
                retry_after_seconds=RETRY_SECONDS,
            )
        raise Refused(
            "too-large",
            "The answer needs more memory than the service has: ask for less at once.",
        )

    def _used_at_least_bytes(self) -> int:
        """What is used after all that is free, but kept for later, is given back [bytes]."""
        now = time.monotonic()
        if now - self._gave_back_at > GIVING_BACK_SECONDS:
            self._gave_back_at = now
            gc.collect()
            with suppress(AttributeError, OSError):  # another C library keeps none
                ctypes.CDLL(None).malloc_trim(0)
        return self._used_bytes()


def resident_bytes() -> int:
    """What this process holds in memory, and its children besides mapped files [bytes]."""
    own, _ = _pages_bytes(_PROCESS)
    children = map(_pages_bytes, map(_PROCESS.with_name, _children()))
    return own + sum(resident - mapped for resident, mapped in children)


def _children() -> set[str]:
    """The numbers of the children of all threads."""
    found: set[str] = set()
    for listed in _PROCESS.glob("task/*/children"):
        with suppress(OSError):  # a thread that has ended
            found.update(listed.read_text().split())
    return found


def _pages_bytes(process: Path) -> tuple[int, int]:
    try:
        _, resident, mapped, *_ = (process / "statm").read_text().split()
    except (OSError, ValueError):  # not Linux, or the process has ended
        return 0, 0
    return int(resident) * _PAGE_BYTES, int(mapped) * _PAGE_BYTES
