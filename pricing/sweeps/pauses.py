"""Pauses: where long work may be ended by whoever has it done."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Item = TypeVar("Item")

_PAUSE: ContextVar[Callable[[], object] | None] = ContextVar("_PAUSE", default=None)


@contextmanager
def pausing(pause: Callable[[], object]) -> Iterator[None]:
    """While it lasts, sweeps call `pause` between their parts; what it raises ends them."""
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
    pause = _PAUSE.get()
    for item in items:
        if pause is not None:
            pause()
        yield item
