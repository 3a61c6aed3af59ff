"""SingleFlight: many who ask for the same thing at once share one computation."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


@dataclass
class _Flight(Generic[Result]):
    task: asyncio.Task[Result]
    aboard: int


class SingleFlight(Generic[Result]):
    """Computations under way, by key.

    A computation belongs to all who wait for it: one who leaves changes nothing for the others,
    and when the last has left it is cancelled.
    """

    def __init__(self) -> None:
        self._running: dict[str, _Flight[Result]] = {}

    def __contains__(self, key: str) -> bool:
        """Whether there is one to board."""
        return key in self._running

    async def join(
        self, key: str, start: Callable[[], Coroutine[Any, Any, Result]]
    ) -> tuple[Result, bool]:
        """The result, and whether it was another's computation."""
        flight = self._running.get(key)
        joined = flight is not None
        if flight is None:
            flight = self._running[key] = _Flight(asyncio.create_task(start()), 0)
            flight.task.add_done_callback(lambda _task: self._land(key, flight))
        flight.aboard += 1
        try:
            await asyncio.wait({flight.task})
        finally:
            flight.aboard -= 1
            if not flight.aboard and not flight.task.done():
                self._land(key, flight)
                flight.task.cancel()
        return flight.task.result(), joined

    def _land(self, key: str, flight: _Flight[Result]) -> None:
        """Nobody may board it any more."""
        if self._running.get(key) is flight:
            del self._running[key]
