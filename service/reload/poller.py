"""Polls for changes of tables and keys while the service runs."""

import threading
from collections.abc import Callable, Sequence
from types import TracebackType

from service.execution.cpu_limits import lower_priority
from service.logs import Log


class Poller:
    """Looks every few seconds, on a thread of low priority."""

    def __init__(self, looks: Sequence[Callable[[], None]], *, seconds: float, log: Log) -> None:
        self._looks = looks
        self._seconds = seconds
        self._log = log
        self._stopped = threading.Event()

    async def __aenter__(self) -> None:
        if self._looks:
            threading.Thread(target=self._watch, name="watcher", daemon=True).start()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stopped.set()

    def _watch(self) -> None:
        lower_priority()
        while not self._stopped.wait(self._seconds):
            for look in self._looks:
                self._try(look)

    def _try(self, look: Callable[[], None]) -> None:
        try:
            look()
        except Exception as error:  # noqa: BLE001 - the thread must live: keys are withdrawn by it
            self._log.error("look_failed", error=error)
