"""Counts the rows and columns of a table before it is read.

A few thousand bytes of Parquet or of blank lines may stand for more cells than the memory holds.
"""

from collections.abc import Callable
from io import BytesIO

import polars as pl

from service.formats import media as formats
from service.formats.spreadsheets import separator_of


def _csv(body: bytes) -> pl.LazyFrame:
    return pl.scan_csv(BytesIO(body), infer_schema=False, separator=separator_of(body))


def _parquet(body: bytes) -> pl.LazyFrame:
    return pl.scan_parquet(BytesIO(body))


def _counted(table: pl.LazyFrame) -> int:
    count: int = table.select(pl.len()).collect().item()
    return count


COUNTED: dict[str, Callable[[bytes], int]] = {
    formats.CSV.media: lambda body: _counted(_csv(body)),
    formats.NDJSON.media: lambda body: sum(not line.isspace() for line in BytesIO(body)),
    formats.PARQUET.media: lambda body: _counted(_parquet(body)),
}
"""The rows of a body by media type. Those of workbooks and Arrow streams are counted when read."""

COLUMNS: dict[str, Callable[[bytes], int]] = {
    formats.CSV.media: lambda body: len(_csv(body).collect_schema()),
    formats.PARQUET.media: lambda body: len(_parquet(body).collect_schema()),
}
"""The columns of a body by media type. Those of NDJSON are counted while it is read."""
