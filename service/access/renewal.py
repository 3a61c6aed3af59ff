"""Keys that change while the service runs: added, callers moved over, removed."""

from pathlib import Path

from service.access.gate import Gate
from service.access.keys import KeyRing, KeysError
from service.conditions import Conditions
from service.logs import Log

PART = "keys"


class NewKeys:
    """Puts the keys of a file in force when it changes; a bad file leaves those before."""

    def __init__(self, path: Path, gate: Gate, *, log: Log, conditions: Conditions) -> None:
        self._path = path
        self._gate = gate
        self._log = log
        self._conditions = conditions
        self._seen = _file_print(path)

    def look(self) -> None:
        """Look once."""
        seen = _file_print(self._path)
        if seen == self._seen:
            return
        self._seen = seen
        try:
            self._gate.ring = KeyRing.read(self._path)
        except KeysError as error:
            # health is open to all: where files lie is for the log
            reason = str(error).removeprefix(f"{self._path}: ")
            self._conditions.degraded(PART, f"{reason}; the keys read before are in force")
            self._log.warning("keys_refused", reason=str(error))
        else:
            self._conditions.recovered(PART)
            self._log.info("keys_changed")


def _file_print(path: Path) -> tuple[int, int, int] | None:
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_ino, facts.st_size, facts.st_mtime_ns
