"""Reads a table from a file, and keeps where each of its rows stands."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from hashlib import sha256
from typing import Any, NoReturn

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import BadRow, CatalogError
from pricing.releases.columns import Column, Kind, Table

HEADER_LINES = 1
"""Line 1 is the header, and frames count rows from 0."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

CSV, PARQUET = ".csv", ".parquet"
ENDINGS = (CSV, PARQUET)
"""The files that a table may be."""

PARQUET_MARK = b"PAR1"
"""How Parquet begins; a table in CSV begins with the name of a column."""

_TYPES = {
    Kind.TEXT: pl.String,
    Kind.NUMBER: pl.Float64,
    Kind.INTEGER: pl.Int64,
    Kind.DAY: pl.Date,
    Kind.FLAG: pl.Boolean,
}


class Sheet(Struct, frozen=True):
    """A table in a frame of the schema's types, its rows sorted by key.

    sha256: of the content; lines: the line of each row in its file; own: whether a row is of `file`
    rather than of `base`.
    """

    table: Table
    frame: pl.DataFrame
    file: str
    sha256: str
    lines: pl.Series
    own: pl.Series | None = None
    base: str = ""

    @classmethod
    def empty(cls, table: Table) -> "Sheet":
        """A table that a release lacks."""
        schema = {column.name: _TYPES[column.kind] for column in table.columns}
        lines = pl.Series([], dtype=pl.UInt32)
        return cls(table, pl.DataFrame(schema=schema), "", sha256(b"").hexdigest(), lines)

    def is_own(self, row: int) -> bool:
        """Whether a row is of the file rather than of the table that it lies over."""
        return self.own is None or bool(self.own[row])

    def refuse(self, row: int, reason: str, *, nearest: Sequence[str] = ()) -> NoReturn:
        """Raise BadRow for a row, where it stands."""
        file = self.file if self.is_own(row) else self.base
        raise BadRow(file=file, row=self.lines[row], reason=reason, nearest=nearest)

    @property
    def by_key(self) -> dict[str, dict[str, Any]]:
        """The rows by what names them."""
        return dict(zip(self.keys, self.frame.iter_rows(named=True), strict=True))

    @property
    def keys(self) -> pl.Series:
        """What names each row: the cells of its key, with slashes between them."""
        cells = [_as_key(name) for name in self.table.key]
        return self.frame.select(pl.concat_str(cells, separator="/").alias("key"))["key"]


def plain(content: bytes) -> bytes:
    """Without a byte order mark, and with LF as the end of every line."""
    content = content.removeprefix(BYTE_ORDER_MARK)
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in content else content


def read_sheet(
    table: Table, content: bytes, *, file: str, defaults: Mapping[str, pl.Expr] | None = None
) -> Sheet:
    """A table as a frame of the schema's types, from CSV or Parquet.

    Columns may come in any order, and those that may be empty may be left out. defaults: what
    stands for empty cells, by column.

    Raises BadRow for the first row that is of the wrong type, empty where a value is required, out
    of bounds, not one of the choices, or a second one of its key.
    """
    is_parquet = content.startswith(PARQUET_MARK)
    text = _cells_of(content, file=file) if is_parquet else _text_of(plain(content), file=file)
    unknown = [name for name in text.columns if name not in table.header]
    if unknown:
        near = get_close_matches(unknown[0], table.header)
        reason = f"unknown columns: {', '.join(unknown)}"
        raise BadRow(file=file, row=1, reason=reason, nearest=near)
    absent = [column for column in table.columns if column.name not in text.columns]
    lacking = [one.name for one in absent if one.required and one.name not in (defaults or {})]
    if lacking:
        raise BadRow(file=file, row=1, reason=f"missing columns: {', '.join(lacking)}")
    text = text.with_columns(pl.lit(None, pl.String).alias(column.name) for column in absent)
    is_text = text.select(table.header).schema
    text = text.select(
        pl.col(name).str.strip_chars().replace("", None) if kind == pl.String else pl.col(name)
        for name, kind in is_text.items()
    )
    for name, value in (defaults or {}).items():
        if name in table.header:
            text = text.with_columns(pl.col(name).fill_null(value))
    kinds = text.schema
    frame = text.select(_converted(column, kinds[column.name]) for column in table.columns)
    frame = frame.rechunk()  # a row is then read as quickly as in a small table
    first = 1 if is_parquet else HEADER_LINES + 1
    lines = pl.int_range(first, frame.height + first, dtype=pl.UInt32, eager=True)
    _check_cells(table, text, frame, lines, file=file)
    return sorted_by_key(Sheet(table, frame, file, sha256(content).hexdigest(), lines))


def sorted_by_key(sheet: Sheet) -> Sheet:
    """The same rows in the order of their keys. Raises BadRow for a second row of one key."""
    key = [_as_key(name).alias(name) for name in sheet.table.key]
    order = (
        sheet.frame.select(key).with_row_index("row").sort(*sheet.table.key, maintain_order=True)
    )
    repeated = order.select(sheet.table.key).is_duplicated().arg_true()
    if len(repeated):
        at = int(order["row"][int(repeated[1])])
        sheet.refuse(at, f"a second row for {sheet.keys[at]}")
    if order["row"].is_sorted():
        return sheet
    rows = order["row"]
    return replace(
        sheet,
        frame=sheet.frame[rows],
        lines=sheet.lines.gather(rows),
        own=None if sheet.own is None else sheet.own.gather(rows),
    )


def _text_of(content: bytes, *, file: str) -> pl.DataFrame:
    """The cells as texts."""
    try:
        content.decode()
    except UnicodeDecodeError as error:
        raise CatalogError(f"{file}: not UTF-8: {error.reason}") from error
    if not content.strip():
        raise BadRow(file=file, row=1, reason="no columns")
    try:
        return pl.read_csv(io.BytesIO(content), infer_schema=False)
    except pl.exceptions.PolarsError as error:
        _refuse_long_row(content, file=file)
        raise CatalogError(f"{file}: not readable as CSV: {error}") from error


def _cells_of(content: bytes, *, file: str) -> pl.DataFrame:
    """The cells of Parquet, those of dictionaries as texts."""
    try:
        return pl.read_parquet(io.BytesIO(content)).with_columns(
            pl.col(pl.Categorical, pl.Enum).cast(pl.String)
        )
    except pl.exceptions.PolarsError as error:
        raise CatalogError(f"{file}: not readable as Parquet: {error}") from error


def _refuse_long_row(content: bytes, *, file: str) -> None:
    """Raise BadRow for the first row with more cells than there are columns."""
    reader = csv.reader(io.StringIO(content.decode(errors="replace")))
    count = len(next(reader))
    for row in reader:
        if len(row) > count:
            raise BadRow(file=file, row=reader.line_num, reason="more cells than columns")


def _as_key(name: str) -> pl.Expr:
    return pl.col(name).cast(pl.String).fill_null("")


def _converted(column: Column, kind: pl.DataType) -> pl.Expr:
    """A column of the schema's type; kind: the type that it is read as."""
    value = pl.col(column.name)
    if kind == pl.String and column.kind is Kind.DAY:
        return value.str.to_date("%Y-%m-%d", strict=False)
    if kind == pl.String and column.kind is Kind.FLAG:
        return value.replace_strict(
            {"true": True, "false": False}, default=None, return_dtype=pl.Boolean
        )
    return value.cast(_TYPES[column.kind], strict=False)


def _check_cells(
    table: Table, text: pl.DataFrame, frame: pl.DataFrame, lines: pl.Series, *, file: str
) -> None:
    """Every rule of every column in one pass over the table."""
    both = frame.hstack(text.rename({name: _as_text(name) for name in text.columns}))
    rules = [
        (column.name, reason, wrong)
        for column in table.columns
        for reason, wrong in _column_rules(column)
    ]
    first = both.select(
        wrong.fill_null(value=False).arg_true().first().alias(str(number))
        for number, (_, _, wrong) in enumerate(rules)
    ).row(0)
    for row, (name, reason, _) in zip(first, rules, strict=True):
        if row is not None:
            cell = text[name][row]
            choices = sorted(table.column(name).choices or ())
            near = get_close_matches(str(cell or ""), choices)
            told = f"{name} {cell!r}: {reason}"
            raise BadRow(file=file, row=lines[row], reason=told, nearest=near)


def _as_text(name: str) -> str:
    return f"{name} as text"


def _column_rules(column: Column) -> Iterator[tuple[str, pl.Expr]]:
    """Why a cell may be refused, and the rows where it is."""
    value, text = pl.col(column.name), pl.col(_as_text(column.name))
    if column.required:
        yield "a value is required", text.is_null()
    if column.kind is not Kind.TEXT:
        article = "" if column.kind is Kind.FLAG else "a "
        yield f"not {article}{column.kind.value}", text.is_not_null() & value.is_null()
    if column.kind is Kind.NUMBER:
        yield "not finite", ~value.is_finite()
    if column.minimum is not None:
        yield f"below {column.minimum:g}", value < column.minimum
    if column.maximum is not None:
        yield f"above {column.maximum:g}", value > column.maximum
    if column.choices is not None:
        yield f"not one of {sorted(column.choices)}", ~value.is_in(list(column.choices))
