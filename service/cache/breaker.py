"""A circuit breaker: after several failures in a row, calls are no longer tried."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Literal

State = Literal["closed", "open", "half_open"]
OnChange = Callable[[State, str], None]

FAILURES = 5
FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 5.0

_LOTS = random.Random()  # noqa: S311 - spreads pauses; nobody else draws from it


class Breaker:
    """Closed, it lets calls through; open, it lets none; half open, it lets its own probe.

    The probe runs in the background, so that no caller waits for it. `on_change` is called with
    every change of state and the reason.
    """

    def __init__(self, probe: Callable[[], Awaitable[object]], on_change: OnChange) -> None:
        self._probe = probe
        self._on_change = on_change
        self._failures = 0
        self._recovery: asyncio.Task[None] | None = None
        self.state: State = "closed"

    @property
    def is_closed(self) -> bool:
        """Whether calls are let through."""
        return self.state == "closed"

    def succeeded(self) -> None:
        """Count a success."""
        self._failures = 0

    def failed(self, reason: str) -> None:
        """Count a failure; the last of several in a row opens the circuit."""
        self._failures += 1
        if self._failures >= FAILURES and self.is_closed:
            self._become("open", reason)
            self._recovery = asyncio.get_running_loop().create_task(self._recover())

    def stop(self) -> None:
        """Stop probing."""
        if self._recovery is not None:
            self._recovery.cancel()

    async def _recover(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        while True:
            # spread out, so that the processes that lost a server do not come back as one
            await asyncio.sleep(pause * _LOTS.uniform(0.8, 1.2))
            self._become("half_open", "probing")
            try:
                await self._probe()
            except Exception as error:  # noqa: BLE001 - whatever it is, it is not well yet
                self._become("open", type(error).__name__)
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
            else:
                self._failures = 0
                self._become("closed", "probe answered")
                return

    def _become(self, state: State, reason: str) -> None:
        self.state = state
        self._on_change(state, reason)
