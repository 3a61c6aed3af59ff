"""Reads the file of keys again when it changes while the service runs."""

from pathlib import Path

from service.access.auth import Authenticator
from service.access.keys import KeyRing, KeysError
from service.logs import Log
from service.observability.health_state import HealthState

PART = "keys"


class KeyReloader:
    """Takes the keys of a file into use when it changes. A bad file leaves the old keys in use."""

    def __init__(
        self, path: Path, auth: Authenticator, *, log: Log, health_state: HealthState
    ) -> None:
        self._path = path
        self._auth = auth
        self._log = log
        self._health_state = health_state
        self._seen = _file_print(path)

    def look(self) -> None:
        """Look at the file once."""
        seen = _file_print(self._path)
        if seen == self._seen:
            return
        self._seen = seen
        try:
            self._auth.ring = KeyRing.read(self._path)
        except KeysError as error:
            # health is open to all: where files lie is for the log
            reason = str(error).removeprefix(f"{self._path}: ")
            self._health_state.degraded(PART, f"{reason}; the old keys stay in use")
            self._log.warning("keys_refused", reason=str(error))
        else:
            self._health_state.recovered(PART)
            self._log.info("keys_changed")


def _file_print(path: Path) -> tuple[int, int, int] | None:
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_ino, facts.st_size, facts.st_mtime_ns
