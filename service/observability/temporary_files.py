"""Whether there is room for temporary files, which Parquet, workbooks and pictures need."""

from tempfile import TemporaryFile

from service.logs import Log
from service.observability.health_state import HealthState

PART = "temporary_files"
TRIED_BYTES = 1 << 18
"""What is written to see whether there is room."""


class TemporaryFilesCheck:
    """Degrades the service while its temporary directory is full, missing or read-only."""

    def __init__(self, *, log: Log, health_state: HealthState) -> None:
        self._log = log
        self._health_state = health_state

    def look(self) -> None:
        """Write a temporary file once."""
        try:
            with TemporaryFile() as file:
                file.write(bytes(TRIED_BYTES))
                file.flush()
        except OSError as error:
            reason = f"cannot be written: {error.strerror}"
            if PART not in self._health_state.reasons:
                self._log.warning("temporary_files_lost", reason=reason)
            self._health_state.degraded(PART, reason)
        else:
            if PART in self._health_state.reasons:
                self._log.info("temporary_files_found_again")
            self._health_state.recovered(PART)
