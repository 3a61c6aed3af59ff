"""Writes the answer of a command to a file or to the screen."""

import dataclasses
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
from msgspec import Struct

from pricing.errors import InvalidQuery
from service.batch.atomic_file import written_atomically
from service.batch.progress import Bar
from service.formats import media as formats
from service.formats.flatten import tabled, written
from service.formats.readers import MEDIA
from service.formats.tables import TableAnswer
from service.formats.writers import WRITERS, json_rows, shown

ENDINGS = {
    ".json": formats.JSON,
    ".ndjson": formats.NDJSON,
    ".csv": formats.CSV,
    ".arrow": formats.ARROW,
    ".parquet": formats.PARQUET,
    ".xlsx": formats.XLSX,
    ".md": formats.MARKDOWN,
    ".txt": formats.TEXT,
}
"""Formats by the ending of a file."""

TABLE_ENDINGS = {ending: form for ending, form in ENDINGS.items() if form.media in MEDIA}
"""Formats of tables of scenarios, by the ending of a file."""

SHOWN_ROWS = 50


def tell(query: Struct, answer: Struct, chosen: Namespace) -> None:
    """Write the answer to a question in the chosen format. Raises InvalidQuery."""
    form = chosen_form(chosen)
    if form is formats.JSON:
        put(iter([msgspec.json.format(msgspec.json.encode(answer)), b"\n"]), chosen.out)
    elif form is formats.XLSX:
        put(iter([written(answer, form, query)]), chosen.out)
    else:
        write(tabled(answer, query), chosen, {})


def write(table: TableAnswer, chosen: Namespace, head: Mapping[str, Any]) -> None:
    """Write a table in the chosen format; head: for JSON. Raises InvalidQuery."""
    form = chosen_form(chosen)
    if form is None:
        _print(table)
    elif form is formats.JSON:
        put(json_rows(dict(head), table), chosen.out)
    else:
        put(WRITERS[form](table), chosen.out)


def _print(table: TableAnswer) -> None:
    """Print a table: one row as a list of fields, several as lines."""
    if table.count == 1:
        row = next(table.frames).row(0, named=True)
        width = max(map(len, row))
        lines = (
            f"{name:<{width}}  {shown(value)}" for name, value in row.items() if value is not None
        )
        sys.stdout.write("\n".join(lines) + "\n")
        return
    with pl.Config(
        tbl_rows=SHOWN_ROWS,
        tbl_cols=-1,
        tbl_hide_dataframe_shape=True,
        tbl_hide_column_data_types=True,
        fmt_str_lengths=60,
        tbl_width_chars=10_000 if not sys.stdout.isatty() else None,
    ):
        printed = 0
        for frame in table.frames:
            sys.stdout.write(f"{frame.head(SHOWN_ROWS)}\n")
            printed = min(SHOWN_ROWS, frame.height)
            break
    if table.count > printed:
        sys.stdout.write(f"{table.count - printed:,} more rows: --out FILE writes them all\n")


def put(parts: Iterator[bytes], out: Path | None) -> None:
    """Write parts of a file, or of what is printed."""
    if out is None:
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
        return
    with written_atomically(out) as path, path.open("wb") as file:
        for part in parts:
            file.write(part)


def watched(table: TableAnswer) -> TableAnswer:
    """The same table with a progress bar on standard error."""

    def frames() -> Iterator[pl.DataFrame]:
        done = 0
        bar = Bar(table.count)
        for frame in table.frames:
            yield frame
            done += frame.height
            bar.show(done)
        bar.end()

    return dataclasses.replace(table, frames=frames())


def chosen_form(chosen: Namespace) -> formats.Format | None:
    """The format of the file to write, or the one that is named; None: print a table."""
    if chosen.out:
        return format_of(chosen.out, ENDINGS, field="--out")
    return next((form for form in formats.FORMATS if form.name == chosen.form), None)


def format_of(path: Path, endings: Mapping[str, formats.Format], *, field: str) -> formats.Format:
    """The format of a file by its ending. Raises InvalidQuery."""
    if path.suffix not in endings:
        raise InvalidQuery(
            f"{path.name!r} does not end in one of {', '.join(endings)}", field=field
        )
    return endings[path.suffix]
