"""Writes tables as CSV, NDJSON, JSON, Arrow, Parquet, XLSX, Markdown or text, part by part."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import polars as pl
from polars.io.plugins import register_io_source

from pricing.errors import InvalidQuery
from service.formats import media as formats
from service.formats.tables import EPOCH, TableAnswer, neutralised, unit_of
from service.http.problems import Refused
from service.sentences import messages

FILE_PART_BYTES = 1 << 18
TEXT_ROWS = 8_192
XLSX_ROWS = 1_048_575
"""The most rows of a sheet besides its header."""

WORKBOOK = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
"""Options of xlsxwriter."""

LARGE, LARGEST_WHOLE = 1e5, 1e15
"""Between these, six figures would drop dollars or cents."""

_MARKS = re.compile(r"[\\|<&`*~\[\]]|(?<![^\W_])_|_(?![^\W_])")
"""Characters with a meaning in Markdown; an underscore within a word has none."""

_NO_ROOM = re.compile(r"os error \d+|\[Errno \d+\]")
"""How polars and xlsxwriter say that a file cannot be written."""

NO_ROOM_RETRY_SECONDS = 30

_CONTINUATION_BYTES = 8
"""A marker and a length stand before an Arrow message, four bytes each, and end a stream."""


def ndjson(table: TableAnswer) -> Iterator[bytes]:
    """One object a line."""
    for frame in _slices(table):
        into = BytesIO()
        frame.write_ndjson(into)
        yield into.getvalue()


def json_rows(head: dict[str, Any], table: TableAnswer) -> Iterator[bytes]:
    """An object of the head, with `rows` as its last field."""
    yield msgspec.json.encode(head)[:-1] + b',"rows":['
    first = True
    for frame in _slices(table):
        yield (b"" if first else b",") + frame.write_json().encode()[1:-1]
        first = False
    yield b"]}"


def csv(table: TableAnswer) -> Iterator[bytes]:
    """Comma-separated values with a header and CRLF (RFC 4180)."""
    yield pl.DataFrame(schema=table.schema).write_csv(line_terminator="\r\n").encode()
    for frame in _slices(table):
        yield neutralised(frame).write_csv(include_header=False, line_terminator="\r\n").encode()


def arrow(table: TableAnswer) -> Iterator[bytes]:
    """One Arrow stream: the schema, the record batches of every frame, the end."""
    begun = False
    for frame in table.frames:
        into = BytesIO()
        frame.write_ipc_stream(into)
        stream = into.getvalue()
        start = 0
        if begun:
            start = _CONTINUATION_BYTES + int.from_bytes(stream[4:8], "little")
        begun = True
        yield stream[start:-_CONTINUATION_BYTES]
    if not begun:
        into = BytesIO()
        pl.DataFrame(schema=table.schema).write_ipc_stream(into)
        yield into.getvalue()
    else:
        yield b"\xff\xff\xff\xff\x00\x00\x00\x00"


def parquet(table: TableAnswer) -> Iterator[bytes]:
    """A Parquet file, written while frames are computed and sent when it is complete.

    polars asks for frames on a thread of its own. The context of the caller goes with them, so that
    the work ends as soon as nobody waits for it.
    """
    context, frames = copy_context(), iter(table.frames)

    def source(
        with_columns: list[str] | None,
        predicate: pl.Expr | None,
        n_rows: int | None,
        batch_size: int | None,
    ) -> Iterator[pl.DataFrame]:
        del predicate, n_rows, batch_size
        while (frame := context.run(next, frames, None)) is not None:
            yield frame if with_columns is None else frame.select(with_columns)

    with _temporary_file("rows.parquet") as path:
        register_io_source(source, schema=pl.Schema(table.schema)).sink_parquet(
            path, compression="lz4", statistics=False, mkdir=False
        )
        yield from _parts(path)


def _write(sheet: Any, frame: pl.DataFrame, first: int) -> None:
    """Write the rows of a frame from a row of a sheet on; empty cells are left out."""
    for place, row in enumerate(neutralised(frame).iter_rows(), start=first):
        for column, value in enumerate(row):
            if value is not None:
                sheet.write(place, column, value)


def xlsx(table: TableAnswer) -> Iterator[bytes]:
    """A workbook: a sheet of rows, and a sheet of units and provenance."""
    from xlsxwriter import Workbook  # noqa: PLC0415 - a quarter of a second that few need

    if table.count > XLSX_ROWS:
        raise InvalidQuery(
            f"{table.count:,} rows are more than the {XLSX_ROWS:,} of a sheet: ask for"
            " Parquet, Arrow or CSV",
            field="axes",
        )
    with _temporary_file("rows.xlsx") as path:
        with Workbook(path, WORKBOOK | {"tmpdir": str(path.parent)}) as book:
            book.set_properties({"created": EPOCH})
            bold = book.add_format({"bold": True})
            sheet = book.add_worksheet("rows")
            sheet.freeze_panes(1, 0)
            sheet.write_row(0, 0, list(table.schema), bold)
            place = 1
            for frame in table.frames:
                _write(sheet, frame, place)
                place += frame.height
            for name, extra in table.sheets.items():
                beside = book.add_worksheet(name)
                beside.write_row(0, 0, extra.columns, bold)
                _write(beside, extra, 1)
            about = book.add_worksheet("units and provenance")
            about.write_row(0, 0, ("column", "unit"), bold)
            place = 0
            for name in table.schema:
                place += 1
                about.write_row(place, 0, (name, unit_of(name)))
            place += 2
            about.write_row(place, 0, ("provenance", ""), bold)
            for name, text in table.notes.items():
                place += 1
                about.write_row(place, 0, (name, text))
        yield from _parts(path)


def markdown(table: TableAnswer) -> Iterator[bytes]:
    """A table in Markdown; of an answer that has a sentence, that with a table of a few columns."""
    if table.beside is not None:
        frames = list(table.frames)
        yield messages.markdown(table.sentence(iter(frames))).encode()
        filled = {name for frame in frames for name in frame.columns if frame[name].count()}
        names = [name for name in table.beside if name in filled]
        if names:
            few = (frame.select(names) for frame in frames)
            schema = {name: table.schema[name] for name in names}
            yield b"\n"
            yield from markdown(replace(table, schema=schema, frames=few, beside=None))
        return
    names = list(table.schema)
    yield ("| " + " | ".join(names) + " |\n|" + " --- |" * len(names) + "\n").encode()
    for frame in table.frames:
        lines = ["| " + " | ".join(map(_marked, row)) + " |\n" for row in frame.iter_rows()]
        yield "".join(lines).encode()


def text(table: TableAnswer) -> Iterator[bytes]:
    """One sentence."""
    yield f"{table.sentence(table.frames).text}\n".encode()


def slack(table: TableAnswer) -> Iterator[bytes]:
    """A message of Slack."""
    yield msgspec.json.encode(messages.slack(table.sentence(table.frames)))


def teams(table: TableAnswer) -> Iterator[bytes]:
    """A card of Teams."""
    yield msgspec.json.encode(messages.card(table.sentence(table.frames)))


WRITERS: dict[formats.Format, Callable[[TableAnswer], Iterator[bytes]]] = {
    formats.NDJSON: ndjson,
    formats.CSV: csv,
    formats.ARROW: arrow,
    formats.PARQUET: parquet,
    formats.XLSX: xlsx,
    formats.MARKDOWN: markdown,
    formats.TEXT: text,
    formats.SLACK: slack,
    formats.TEAMS: teams,
}


@contextmanager
def _temporary_file(name: str) -> Iterator[Path]:
    """A path to write to, which goes with its directory. Raises Refused where there is no room."""
    try:
        with TemporaryDirectory(prefix="unitcost-", ignore_cleanup_errors=True) as directory:
            yield Path(directory) / name
    except Exception as error:
        if isinstance(error, OSError) or _NO_ROOM.search(str(error)):
            raise Refused(
                "overloaded",
                "The service has no room for temporary files. JSON, CSV and NDJSON need none.",
                retry_after_seconds=NO_ROOM_RETRY_SECONDS,
            ) from error
        raise


def _slices(table: TableAnswer) -> Iterator[pl.DataFrame]:
    """The frames in small parts, none of them empty."""
    for frame in table.frames:
        yield from frame.iter_slices(TEXT_ROWS)


def _parts(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while part := file.read(FILE_PART_BYTES):
            yield part


def shown(value: object) -> str:
    """A value for people: six significant figures, more for large amounts.

    >>> [shown(value) for value in (0.12345678, 268067.5810, 18.4e6, 5.14e20, True)]
    ['0.123457', '268067.58', '18400000', '5.14e+20', 'true']
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, float):
        return str(value)
    if LARGE <= abs(value) < LARGEST_WHOLE:
        return f"{value:.2f}".removesuffix(".00")
    return f"{value:.6g}"


def _marked(value: object) -> str:
    """A value as a cell of Markdown, with its special characters escaped."""
    if value is None:
        return ""
    return _MARKS.sub(r"\\\g<0>", re.sub(r"\s", " ", shown(value)))
