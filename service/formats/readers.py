"""Reads tables of scenarios from CSV, NDJSON, Arrow, Parquet and workbooks."""

import hashlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from io import BytesIO

import msgspec
import polars as pl
import polars.selectors as cs

from pricing.errors import InvalidQuery
from pricing.sweeps.query import Scalar
from pricing.sweeps.sweep import check_count
from pricing.sweeps.table import column_of
from service.execution.worker_pool import checkpoint
from service.formats import media as formats
from service.formats.spreadsheets import csv_table, workbook_table
from service.formats.table_sizes import COLUMNS, COUNTED
from service.http.problems import Refused

NAMES = (pl.Categorical, pl.Enum)
"""Types of text with a dictionary."""

DAYS = (pl.Date, pl.Datetime)

LINES_BYTES = 1 << 20
"""NDJSON is read in parts of this length."""

MOST_COLUMNS = 1_000
"""The most columns of NDJSON, where every line may name others."""

MOST_CELLS, MOST_CELLS_PER_BYTE = 4_000_000, 2
"""The most cells of NDJSON, where a name in one line is a column of all: a base, and more for every
byte."""

CELLS_PER_SCENARIO = 16
"""The most cells of a table, for each row of the limit: a short table may be wider."""

BYTES_PER_CELL = 16
"""The most memory of a table, for each cell of its limit."""

DIGESTED_ROWS = 1 << 16
"""The digest is computed over parts of this many rows."""

_LINES = msgspec.json.Decoder(dict[str, Scalar])
_ANY_LINES = msgspec.json.Decoder(dict[str, object])


def read_table(body: bytes, media: str, *, limit: int | None = None) -> pl.DataFrame:
    """A table of text, numbers and booleans; days and categories become text.

    limit: the most rows. Raises InvalidQuery for more rows or cells, and Refused for a malformed
    body or columns of other types.
    """
    most_cells = None if limit is None else max(MOST_CELLS, CELLS_PER_SCENARIO * limit)
    try:
        if limit is not None and most_cells is not None and media in COUNTED:
            columns = COLUMNS[media](body) if media in COLUMNS else 0
            _check_cells(COUNTED[media](body), columns, limit, most_cells)
        table = MEDIA[media](body)
        if limit is not None and most_cells is not None:
            columns = 0 if media in COUNTED else table.width
            _check_cells(table.height, columns, limit, most_cells)
    except RecursionError as error:
        raise Refused("malformed-table", "The body is nested too deeply.") from error
    except pl.exceptions.PanicException as error:  # polars' own, of a file that lies about itself
        raise Refused("malformed-table", f"The body cannot be read: {error}"[:300]) from error
    except (pl.exceptions.PolarsError, msgspec.DecodeError, OSError, ValueError) as error:
        raise Refused("malformed-table", str(error).splitlines()[0][:300]) from error
    if most_cells and table.estimated_size() > max(len(body), BYTES_PER_CELL * most_cells):
        raise InvalidQuery("the texts of the table are too long in total", field="")
    return table


def _check_cells(rows: int, columns: int, limit: int, most_cells: int) -> None:
    """Raise InvalidQuery for too many rows or cells; columns: 0 where they do not count."""
    check_count(rows, limit)
    if rows * columns > most_cells:
        raise InvalidQuery(
            f"{rows:,} rows of {columns:,} columns are more than the {most_cells:,} cells of one"
            " table: put shared values into base, or split the table",
            field="",
        )


def digest_of(table: pl.DataFrame) -> str:
    """sha256 over the names, the types and the cells of a table."""
    digest = hashlib.sha256(repr(table.schema).encode())
    for rows in table.iter_slices(DIGESTED_ROWS):
        checkpoint()
        digest.update(rows.write_ndjson().encode())
    return digest.hexdigest()


def _ndjson(body: bytes) -> pl.DataFrame:
    """One object a line, with typed cells."""
    frames: list[pl.DataFrame] = []
    names: dict[str, None] = {}
    unnamed = count = 0
    for part in _parts(body):
        rows = _rows(part)
        count += len(rows)
        names |= dict.fromkeys(name for row in rows for name in row)
        if len(names) > MOST_COLUMNS:
            raise ValueError(f"a table has at most {MOST_COLUMNS} columns")
        if count * len(names) > MOST_CELLS + MOST_CELLS_PER_BYTE * len(body):
            raise ValueError("almost all cells of the table are empty: put shared values into base")
        if names:
            columns = (column_of(name, [row.get(name) for row in rows]) for name in names)
            frames.append(pl.DataFrame(columns))
        else:
            unnamed += len(rows)
    if not frames:
        raise ValueError("the table has no columns")
    return pl.concat([frames[0].clear(unnamed), *frames], how="diagonal")


def _parts(body: bytes) -> Iterator[bytes]:
    """Parts of whole lines."""
    start = len(BOM_UTF8) if body.startswith(BOM_UTF8) else 0
    while start < len(body):
        end = body.find(b"\n", start + LINES_BYTES) + 1 or len(body)
        yield body[start:end]
        start = end


def _rows(lines: bytes) -> list[dict[str, Scalar]]:
    try:
        return _LINES.decode_lines(lines)
    except msgspec.ValidationError:
        for row in _ANY_LINES.decode_lines(lines):
            for name, value in row.items():
                if isinstance(value, dict | list):
                    raise _no_cells(name, "list or object") from None
        raise


MEDIA: dict[str, Callable[[bytes], pl.DataFrame]] = {
    formats.CSV.media: csv_table,
    formats.NDJSON.media: _ndjson,
    formats.ARROW.media: lambda body: _plain(pl.read_ipc_stream(BytesIO(body))),
    formats.PARQUET.media: lambda body: _plain(pl.read_parquet(BytesIO(body))),
    formats.XLSX.media: lambda body: _plain(workbook_table(body)),
}
"""The reader of each media type."""


def _plain(frame: pl.DataFrame) -> pl.DataFrame:
    """The same cells, days and categories as text. Raises Refused for other types."""
    for name, kind in frame.schema.items():
        is_text = kind in {pl.String, pl.Boolean, pl.Null}
        if not (is_text or kind.is_numeric() or isinstance(kind, NAMES + DAYS)):
            raise _no_cells(name, str(kind))
    return frame.with_columns(
        cs.by_dtype(*DAYS).dt.strftime("%Y-%m-%d"), cs.by_dtype(*NAMES).cast(pl.String)
    )


def _no_cells(name: str, kind: str) -> Refused:
    return Refused(
        "malformed-table",
        f"a column must hold text, numbers, booleans or days, not {kind[:100]}",
        field=name[:100],
    )
