"""Work on the event loop, ended where it turns out to take longer than the others should wait."""

from collections.abc import Callable
from time import thread_time
from typing import TypeVar

from pricing.pauses import pausing

Outcome = TypeVar("Outcome")

SHORT_SECONDS = 0.015
"""Of processor time: ten times what most answers take."""


class _TookLong(BaseException):
    """It is no Exception: no handler should catch it."""


def short(work: Callable[[], Outcome]) -> Outcome | None:
    """What comes of the work; None where it has been ended, and belongs on a thread."""
    until = thread_time() + SHORT_SECONDS

    def pause() -> None:
        if thread_time() > until:
            raise _TookLong

    def need(_count_bytes: int) -> None:
        raise _TookLong  # it is no short work

    try:
        with pausing(pause, need=need):
            return work()
    except _TookLong:
        return None
