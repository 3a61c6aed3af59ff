"""Polls for changes of tables and keys while the service runs."""

import threading
from collections.abc import Callable, Sequence
from types import TracebackType

from service.execution.cpu_limits import lower_priority
from service.logs import Log


class Poller:
    """Looks every few seconds, each look on a thread of its own and of low priority.

    What holds one look up, such as a disk that does not answer, does not hold up the others: a key
    that is withdrawn must not stay good.
    """

    def __init__(self, looks: Sequence[Callable[[], None]], *, seconds: float, log: Log) -> None:
        self._looks = looks
        self._seconds = seconds
        self._log = log
        self._stopped = threading.Event()

    async def __aenter__(self) -> None:
        for look in self._looks:
            threading.Thread(target=self._watch, args=[look], name="watcher", daemon=True).start()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stopped.set()

    def _watch(self, look: Callable[[], None]) -> None:
        lower_priority()
        while not self._stopped.wait(self._seconds):
            self._try(look)

    def _try(self, look: Callable[[], None]) -> None:
        try:
            look()
        except Exception as error:  # noqa: BLE001 - the thread must live: keys are withdrawn by it
            self._log.error("look_failed", error=error)
