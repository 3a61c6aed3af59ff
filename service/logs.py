"""Structured logs: one JSON object a line, written at once.

A logging library would add a fifth to the time of the start, and more to a request than its
counters do.
"""

import logging
import sys
from datetime import UTC, datetime
from traceback import format_exception
from typing import BinaryIO

import msgspec

from service.settings import LogLevel

SEVERITIES: dict[LogLevel, int] = {"debug": 10, "info": 20, "warning": 30, "error": 40}


class Log:
    """Writes events of a level and above, with their facts, to a stream."""

    def __init__(self, level: LogLevel, stream: BinaryIO | None = None) -> None:
        self._least = SEVERITIES[level]
        self._stream = stream or sys.stdout.buffer
        self._encode = msgspec.json.Encoder(enc_hook=repr).encode

    def info(self, event: str, **facts: object) -> None:
        """Log an ordinary event."""
        self._write("info", event, facts)

    def warning(self, event: str, **facts: object) -> None:
        """Log an event that should be rare."""
        self._write("warning", event, facts)

    def error(self, event: str, *, error: BaseException | None = None, **facts: object) -> None:
        """Log a fault with its traceback."""
        if error is not None:
            facts["exception"] = "".join(format_exception(error))
        self._write("error", event, facts)

    def _write(self, level: LogLevel, event: str, facts: dict[str, object]) -> None:
        if SEVERITIES[level] < self._least:
            return
        line = {
            "timestamp": datetime.now(UTC).isoformat(),
            "level": level,
            "event": event,
            **facts,
        }
        # one write a line, so that lines of two threads never mix
        self._stream.write(self._encode(line) + b"\n")
        self._stream.flush()


class ServerLogs(logging.Handler):
    """Passes the records of uvicorn to the structured log."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record as an event."""
        text = record.getMessage()
        if text.startswith(_BROKEN_OFF):
            self._log.info("answer broken off", logger=record.name)
        elif record.levelno >= logging.ERROR:
            error = record.exc_info[1] if record.exc_info else None
            self._log.error(text, error=error, logger=record.name)
        elif record.levelno >= logging.WARNING:
            self._log.warning(text, logger=record.name)
        else:
            self._log.info(text, logger=record.name)


def take_over_server_logs(log: Log) -> None:
    """Send the records of uvicorn, all named uvicorn.error, to this log."""
    logger = logging.getLogger("uvicorn.error")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.filters = [lambda record: not record.getMessage().startswith(_OF_CALLERS)]
    logger.handlers = [ServerLogs(log)]


_BROKEN_OFF = "ASGI callable returned without completing response"
"""The record of a stream that ends early on purpose: its reader is too slow, or memory is short.

Each caller can bring it about, and nothing has failed.
"""

_OF_CALLERS = ("Invalid HTTP request", "Unsupported upgrade", "No supported WebSocket")
"""Records of malformed requests, which are counted and not logged: they could fill the log."""
