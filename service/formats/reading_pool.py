"""Processes that read tables from strangers: started when first needed, and used again."""

import os
import signal
import socket
import subprocess
import sys
import weakref
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, LifoQueue

import msgspec
import polars as pl

from service.execution.memory_limit import memory_limit_bytes
from service.execution.worker_pool import checkpoint
from service.formats.reading_process import READY, Answer, Sent, too_large
from service.http.problems import Refused

READING_BYTES = 1 << 30
"""Memory for reading one table, or a quarter of what the service has, if that is less [bytes]."""

READING_SECONDS = 20
"""Time for reading one table."""

STARTING_SECONDS = 20
ENDING_SECONDS = 2
CHECKED_SECONDS = 0.05
"""How often a reading thread looks whether anybody still waits."""

PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TMPDIR")
"""All of the environment that a reading process gets. Keys and passwords are not among it."""


class _EndedError(Exception):
    """The process ended before it answered."""


class _Process:
    """One reading process, and the connection to it."""

    def __init__(self) -> None:
        """Raises _EndedError where the process does not come up."""
        ours, theirs = socket.socketpair()
        self._connection = Connection(ours.detach())
        try:
            with theirs:
                self._process = _started(theirs.fileno())
        except OSError:
            self._connection.close()
            raise
        is_ready = self._connection.poll(STARTING_SECONDS)
        try:
            is_ready = is_ready and self._received() == READY
        finally:
            if not is_ready:
                self.end()
        if not is_ready:
            raise _EndedError

    def read(self, sent: Sent, body: bytes) -> tuple[Answer, bytes]:
        """The answer and the table. Raises _EndedError, and Abandoned where nobody waits."""
        try:
            self._connection.send_bytes(msgspec.msgpack.encode(sent))
            self._connection.send_bytes(body)
        except OSError as error:
            raise _EndedError from error
        checkpoint()
        while not self._connection.poll(CHECKED_SECONDS):
            checkpoint()
        answer = msgspec.msgpack.decode(self._received(), type=Answer)
        return answer, self._received() if answer.is_read else b""

    def end(self, *, seconds: float = 0.0) -> int:
        """End the process, after some time to do so itself. Returns its status."""
        self._connection.close()
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def _received(self) -> bytes:
        try:
            return self._connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise _EndedError from error


def _started(descriptor: int) -> subprocess.Popen[bytes]:
    environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    environment["POLARS_MAX_THREADS"] = "1"
    return subprocess.Popen(  # noqa: S603 - our own module, by a descriptor
        [sys.executable, "-m", "service.formats.reading_process", str(descriptor)],
        pass_fds=[descriptor],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


class ReadingPool:
    """Reads tables, each in a process that reads one at a time."""

    def __init__(self, *, memory_bytes: int | None = None, seconds: int = READING_SECONDS) -> None:
        """memory_bytes: of the service. Default: what the container has."""
        self._memory_bytes = memory_bytes
        self._seconds = seconds
        self._idle: LifoQueue[_Process] = LifoQueue()
        weakref.finalize(self, _end_all, self._idle)

    def read_table(
        self, body: bytes, media: str, *, limit: int, packed_limit: int | None = None
    ) -> pl.DataFrame:
        """A table as `readers.read_table` reads it, in another process.

        packed_limit: of a body that is compressed with gzip, its most when decompressed [bytes].
        Raises what that raises, and Refused for a body that ends its process.
        """
        sent = Sent(
            media=media,
            row_limit=limit,
            packed_limit=packed_limit,
            memory_bytes=min(READING_BYTES, (self._memory_bytes or memory_limit_bytes()) // 4),
            seconds=self._seconds,
        )
        answer, table = self._answer(sent, body)
        if not answer.is_read:
            raise answer.refusal
        return pl.read_ipc_stream(BytesIO(table))

    def _answer(self, sent: Sent, body: bytes) -> tuple[Answer, bytes]:
        while True:
            process = self._taken()
            try:
                answer, table = process.read(sent, body)
            except _EndedError:
                status = process.end(seconds=ENDING_SECONDS)
                if status == 0:
                    continue  # it had waited long enough, and left as the body came
                if status == -signal.SIGALRM:
                    raise _refused(
                        f"The body cannot be read within {sent.seconds} seconds."
                    ) from None
                raise _refused(too_large(sent)) from None
            except BaseException:
                process.end()
                raise
            if answer.is_last:
                process.end(seconds=ENDING_SECONDS)
            else:
                self._idle.put(process)
            return answer, table

    def _taken(self) -> _Process:
        try:
            return self._idle.get_nowait()
        except Empty:
            pass
        try:
            return _Process()
        except (_EndedError, OSError) as error:
            raise Refused(
                "overloaded", "No table can be read at the moment.", retry_after_seconds=5
            ) from error


def _refused(detail: str) -> Refused:
    return Refused("malformed-table", detail)


def _end_all(idle: LifoQueue[_Process]) -> None:
    while not idle.empty():
        idle.get_nowait().end()
