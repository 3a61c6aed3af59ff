"""A process that reads tables from strangers, so that a hostile one ends nothing else.

    python -m service.formats.reading_process DESCRIPTOR

It has a limit of memory, and of time for each table. A file that lies about itself may abort the
reader or ask for more memory than there is: the process ends, and its parent tells the caller.
"""

import os
import resource
import signal
import sys
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
import polars as pl
from msgspec import Struct

from pricing.errors import InvalidQuery
from service.execution.cpu_limits import NICENESS
from service.formats.readers import read_table
from service.http.problems import Refused
from service.http.request import uncompressed

IDLE_SECONDS = 60
"""A process that has nothing to read for so long ends with status 0."""

KEPT_BYTES = 64 << 20
"""A process that grew by more ends after its answer, and gives the memory back."""

READY = b"ready"
"""The first message, once everything is imported."""


class Sent(Struct, frozen=True, kw_only=True):
    """A body to read; its bytes follow in a message of their own.

    row_limit: the most rows [count]; packed_limit: where the body is compressed with gzip, its most
    when decompressed [bytes]; memory_bytes: what reading may take; seconds: likewise.
    """

    media: str
    row_limit: int
    packed_limit: int | None
    memory_bytes: int
    seconds: int


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of it; the table follows as an Arrow stream, unless there is a refusal.

    kind: of a Refused, or None for an InvalidQuery; is_last: whether the process ends now.
    """

    is_read: bool
    kind: str | None = None
    detail: str = ""
    field: str | None = None
    nearest: tuple[str, ...] = ()
    is_last: bool = False

    @property
    def refusal(self) -> Refused | InvalidQuery:
        """The refusal, as the reader raised it."""
        if self.kind is None:
            return InvalidQuery(self.detail, field=self.field or "", nearest=self.nearest)
        return Refused(self.kind, self.detail, field=self.field, nearest=self.nearest)


def main() -> None:
    """Read tables until the parent leaves, or sends nothing for a while."""
    parent = Connection(int(sys.argv[1]))
    os.nice(NICENESS)
    _be_first_to_go()
    at_rest_bytes = _status_bytes("VmRSS")
    parent.send_bytes(READY)
    while parent.poll(IDLE_SECONDS):
        try:
            sent = msgspec.msgpack.decode(parent.recv_bytes(), type=Sent)
            body = parent.recv_bytes()
        except EOFError:
            return
        answer, table = _answer(sent, body)
        is_last = _status_bytes("VmRSS") - at_rest_bytes > KEPT_BYTES
        parent.send_bytes(msgspec.msgpack.encode(msgspec.structs.replace(answer, is_last=is_last)))
        if answer.is_read:
            parent.send_bytes(table)
        if is_last:
            return
        del body, table  # nothing is kept while it waits


def _answer(sent: Sent, body: bytes) -> tuple[Answer, bytes]:
    """The table of a body as an Arrow stream, or its refusal."""
    _limit_memory(sent.memory_bytes)
    signal.alarm(sent.seconds)  # whose default is the end of the process
    try:
        if sent.packed_limit is not None:
            body = uncompressed(body, limit=sent.packed_limit, malformed="malformed-table")
        stream = BytesIO()
        read_table(body, sent.media, limit=sent.row_limit).write_ipc_stream(stream)
        return Answer(is_read=True), stream.getvalue()
    except Refused as error:
        return Answer(
            is_read=False,
            kind=error.kind,
            detail=error.detail,
            field=error.field,
            nearest=error.nearest,
        ), b""
    except InvalidQuery as error:
        return Answer(
            is_read=False, detail=error.detail, field=error.field, nearest=error.nearest
        ), b""
    except MemoryError:
        return Answer(is_read=False, kind="malformed-table", detail=too_large(sent)), b""
    except pl.exceptions.PolarsError as error:  # of cells that a stream cannot hold
        return Answer(is_read=False, kind="malformed-table", detail=str(error)[:300]), b""
    finally:
        signal.alarm(0)


def too_large(sent: Sent) -> str:
    """The detail of the refusal of a body that ended its reader."""
    return (
        "The body cannot be read: it states more than it holds, or takes more than"
        f" {sent.memory_bytes >> 20} MiB of memory."
    )


def _limit_memory(more_bytes: int) -> None:
    """Let the process grow by no more than this, where Linux says its size."""
    size_bytes = _status_bytes("VmSize")
    if size_bytes:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = size_bytes + more_bytes
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _status_bytes(name: str) -> int:
    """A size of this process, as Linux says it; 0 elsewhere [bytes]."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(f"{name}:"))


def _be_first_to_go() -> None:
    """Where the container runs out of memory, this process ends, and not the service."""
    path = Path("/proc/self/oom_score_adj")
    if path.exists() and os.access(path, os.W_OK):
        path.write_text("1000")


if __name__ == "__main__":
    main()
