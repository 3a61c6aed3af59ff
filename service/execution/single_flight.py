"""One computation for equal questions that come at the same time."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


@dataclass
class _Computation(Generic[Result]):
    task: asyncio.Task[Result]
    waiting: int


class SingleFlight(Generic[Result]):
    """Running computations by key.

    A computation is shared by all callers that wait for it. It is cancelled when the last of them
    leaves.
    """

    def __init__(self) -> None:
        self._running: dict[str, _Computation[Result]] = {}

    def __contains__(self, key: str) -> bool:
        """Whether a computation of this key runs."""
        return key in self._running

    async def join(
        self, key: str, start: Callable[[], Coroutine[Any, Any, Result]]
    ) -> tuple[Result, bool]:
        """The result, and whether another caller started the computation."""
        computation = self._running.get(key)
        joined = computation is not None
        if computation is None:
            computation = self._running[key] = _Computation(asyncio.create_task(start()), 0)
            computation.task.add_done_callback(lambda _task: self._close(key, computation))
        computation.waiting += 1
        try:
            await asyncio.wait({computation.task})
        finally:
            computation.waiting -= 1
            if not computation.waiting and not computation.task.done():
                self._close(key, computation)
                computation.task.cancel()
        return computation.task.result(), joined

    def _close(self, key: str, computation: _Computation[Result]) -> None:
        """Let nobody join it any more."""
        if self._running.get(key) is computation:
            del self._running[key]
