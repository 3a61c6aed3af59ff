"""Counting: how many rows a table has, before any of them is read.

A few thousand bytes of Parquet or of a compressed Arrow stream may stand for more rows than the
memory holds.
"""

import struct
from collections.abc import Callable, Iterator
from io import BytesIO

import polars as pl

from service.forms import kinds as forms

_CONTINUATION = 0xFFFF_FFFF
_SHORTEST_BYTES = 16
"""Of a message: nothing shorter says that there is anything."""

_RECORD_BATCH = 3
"""What the header of a message of an Arrow stream is, where rows follow (Message.fbs)."""


def _csv(body: bytes) -> int:
    return _counted(pl.scan_csv(BytesIO(body), infer_schema=False))


def _parquet(body: bytes) -> int:
    return _counted(pl.scan_parquet(BytesIO(body)))


def _counted(table: pl.LazyFrame) -> int:
    count: int = table.select(pl.len()).collect().item()
    return count


def _ndjson(body: bytes) -> int:
    """Lines that are not blank."""
    return sum(1 for line in BytesIO(body) if not line.isspace())


def _arrow(body: bytes) -> int:
    """Rows of all messages up to the first that cannot be read, which whoever reads on meets."""
    try:
        return sum(_messages(body))
    except struct.error:
        return 0


def _messages(body: bytes) -> Iterator[int]:
    """The rows of each message of an Arrow stream: a length, a flatbuffer, and its columns."""
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
            yield max(0, _value("<q", body, _field(body, _pointed(body, header), 0)))
        at += length + max(0, _value("<q", body, _field(body, message, 3)))


def _pointed(body: bytes, at: int) -> int:
    """Where an offset of a flatbuffer leads."""
    return at + _value("<I", body, at)


def _field(body: bytes, table: int, index: int) -> int:
    """Where a field of a table of a flatbuffer stands; 0 where it is left out."""
    fields = table - _value("<i", body, table)
    if 4 + 2 * index >= _value("<H", body, fields):
        return 0
    offset = _value("<H", body, fields + 4 + 2 * index)
    return table + offset if offset else 0


def _value(kind: str, body: bytes, at: int) -> int:
    """A number of a flatbuffer; 0 for a field that is left out."""
    if not at:
        return 0
    if at < 0:
        raise struct.error
    found: int = struct.unpack_from(kind, body, at)[0]
    return found


COUNTED: dict[str, Callable[[bytes], int]] = {
    forms.CSV.media: _csv,
    forms.NDJSON.media: _ndjson,
    forms.ARROW.media: _arrow,
    forms.PARQUET.media: _parquet,
}
"""How the rows of a body of each media type are counted."""
