"""Counts the rows and columns of a table before it is read.

A few thousand bytes of Parquet, of a compressed Arrow stream or of blank lines may stand for more
cells than the memory holds. polars decompresses a whole record batch before it looks at a limit of
rows: 24 kB become 800 MB. So the row counts of an Arrow stream are read from its message headers.
"""

import struct
from collections.abc import Callable, Iterator
from io import BytesIO

import polars as pl

from service.formats import media as formats
from service.formats.spreadsheets import separator_of

_CONTINUATION = 0xFFFF_FFFF
_SHORTEST_BYTES = 16
"""The shortest message with content."""

_RECORD_BATCH = 3
"""The type of a message that holds rows (MessageHeader of Message.fbs)."""


def _csv(body: bytes) -> int:
    return _counted(_csv_table(body))


def _csv_table(body: bytes) -> pl.LazyFrame:
    return pl.scan_csv(BytesIO(body), infer_schema=False, separator=separator_of(body))


def _parquet(body: bytes) -> int:
    return _counted(pl.scan_parquet(BytesIO(body)))


def _counted(table: pl.LazyFrame) -> int:
    count: int = table.select(pl.len()).collect().item()
    return count


def _ndjson(body: bytes) -> int:
    """Lines that are not blank."""
    return sum(1 for line in BytesIO(body) if not line.isspace())


def _arrow(body: bytes) -> int:
    """Rows of all messages up to the first that is malformed, which the reader refuses."""
    try:
        return sum(rows for rows, _ in _messages(body))
    except struct.error:
        return 0


def _arrow_columns(body: bytes) -> int:
    """Columns of the widest message."""
    try:
        return max((columns for _, columns in _messages(body)), default=0)
    except struct.error:
        return 0


def _messages(body: bytes) -> Iterator[tuple[int, int]]:
    """Rows and columns of each message of an Arrow stream: a length, a flatbuffer, its body."""
    at = 0
    while at + 4 <= len(body):
        (length,) = struct.unpack_from("<I", body, at)
        at += 4
        if length == _CONTINUATION:
            (length,) = struct.unpack_from("<I", body, at)
            at += 4
        if length < _SHORTEST_BYTES:
            return
        message = _pointed(body, at)
        header = _field(body, message, 2)
        if header and _value("<B", body, _field(body, message, 1)) == _RECORD_BATCH:
            batch = _pointed(body, header)
            nodes = _field(body, batch, 1)
            columns = _value("<I", body, _pointed(body, nodes)) if nodes else 0
            yield max(0, _value("<q", body, _field(body, batch, 0))), columns
        at += length + max(0, _value("<q", body, _field(body, message, 3)))


def _pointed(body: bytes, at: int) -> int:
    """Where an offset of a flatbuffer leads."""
    return at + _value("<I", body, at)


def _field(body: bytes, table: int, index: int) -> int:
    """Where a field of a flatbuffer's table is; 0 for an absent one."""
    fields = table - _value("<i", body, table)
    if 4 + 2 * index >= _value("<H", body, fields):
        return 0
    offset = _value("<H", body, fields + 4 + 2 * index)
    return table + offset if offset else 0


def _value(kind: str, body: bytes, at: int) -> int:
    """A number of a flatbuffer; 0 for an absent field."""
    if not at:
        return 0
    if at < 0:
        raise struct.error
    found: int = struct.unpack_from(kind, body, at)[0]
    return found


COUNTED: dict[str, Callable[[bytes], int]] = {
    formats.CSV.media: _csv,
    formats.NDJSON.media: _ndjson,
    formats.ARROW.media: _arrow,
    formats.PARQUET.media: _parquet,
}
"""The rows of a body by media type. Those of a workbook are counted when it is read."""

COLUMNS: dict[str, Callable[[bytes], int]] = {
    formats.CSV.media: lambda body: len(_csv_table(body).collect_schema()),
    formats.ARROW.media: _arrow_columns,
    formats.PARQUET.media: lambda body: len(pl.scan_parquet(BytesIO(body)).collect_schema()),
}
"""The columns of a body by media type. Those of NDJSON are counted while it is read."""
