"""Pauses: where long work may be ended by whoever has it done."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Item = TypeVar("Item")

_PAUSE: ContextVar[Callable[[], object] | None] = ContextVar("_PAUSE", default=None)


@contextmanager
def pausing(pause: Callable[[], object]) -> Iterator[None]:
    """While it lasts, long work calls `pause` between its parts; what it raises ends them."""
    token = _PAUSE.set(pause)
    try:
        yield
    finally:
        _PAUSE.reset(token)


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
