"""Pauses: where long or large work may be ended by whoever has it done."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Item = TypeVar("Item")

_PAUSE: ContextVar[Callable[[], object] | None] = ContextVar("_PAUSE", default=None)
_NEED: ContextVar[Callable[[int], object] | None] = ContextVar("_NEED", default=None)
_MOST_ROWS: ContextVar[int | None] = ContextVar("_MOST_ROWS", default=None)


@contextmanager
def pausing(
    pause: Callable[[], object],
    *,
    need: Callable[[int], object] | None = None,
    most_rows: int | None = None,
) -> Iterator[None]:
    """While it lasts, long work calls `pause` between its parts; what it raises ends them.

    need: large work tells it the memory that it is about to take [bytes], likewise; most_rows: of
    large work at a time [count].
    """
    token, needing, rows = _PAUSE.set(pause), _NEED.set(need), _MOST_ROWS.set(most_rows)
    try:
        yield
    finally:
        _PAUSE.reset(token)
        _NEED.reset(needing)
        _MOST_ROWS.reset(rows)


def paused(items: Iterable[Item]) -> Iterator[Item]:
    """The same items, with a pause before each.

    >>> list(paused("ab"))
    ['a', 'b']
    """
    given = _PAUSE.get()
    for item in items:
        if given is not None:
            given()
        yield item


def pause() -> None:
    """A moment at which long work may be ended."""
    given = _PAUSE.get()
    if given is not None:
        given()


def need(count_bytes: int) -> None:
    """A moment at which work may be ended that is about to take so much memory."""
    given = _NEED.get()
    if given is not None:
        given(count_bytes)


def rows_at_a_time(usual: int) -> int:
    """How many rows large work takes at a time: as many as usual, or what it is allowed [count]."""
    allowed = _MOST_ROWS.get()
    return usual if allowed is None else min(usual, allowed)
