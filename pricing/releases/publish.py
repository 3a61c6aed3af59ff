"""Publishes a release: tables in canonical form, checked as a whole, then the manifest."""

import csv
import hashlib
import io
import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path

import msgspec

from pricing.errors import BadRow, CatalogError
from pricing.releases.checks import check_rows, check_whole
from pricing.releases.columns import Column, Kind, Table
from pricing.releases.manifest import (
    OBJECTS,
    Manifest,
    Release,
    TableManifest,
    files_in,
    object_name,
    read_manifest,
    read_release,
    table_content,
)
from pricing.releases.schema import SCHEMA_VERSION, TABLES
from pricing.releases.sheet import CSV, Sheet, read_sheet

_SPACES = re.compile(r"\s+")


def publish(
    source: Path,
    into: Path,
    *,
    name: str,
    known_by: date,
    base: Path | None = None,
    published: date | None = None,
    notes: str | None = None,
) -> Release:
    """Make a release of a directory of tables.

    source: the directory, `<table>.csv` or `<table>.parquet` each; it is only read. into: the
    directory of tables that the release is put in. base: the manifest of the release that tables
    are taken from which the source does not have. published, notes: see Manifest.

    Each table is checked where it stands, and written unless its object is there already. Its
    canonical form has LF, rows sorted by key, plain decimal numbers, and spaces collapsed. Parquet
    stays Parquet, sorted by key. The manifest is written last, and the release is read back.

    Raises NotADirectoryError; and CatalogError for the first row that breaks the schema or a rule,
    and for another release of the same name; nothing is written then.
    """
    own = _tables_in(source)
    contents = {table: table_content(path) for table, path in own.items()}
    sheets = dict(read_release(base).sheets) if base else {}
    for table, content in contents.items():
        sheets[table] = read_sheet(TABLES[table], content, file=str(own[table]))
        check_rows(sheets[table])
    check_whole(sheets, of=source)
    lent = read_manifest(base)[0] if base else None
    tables = dict(lent.tables) if lent else {}
    if lent and lent.name == name:  # the same release, on the way to its publication
        published, notes = published or lent.published, notes or lent.notes
    objects = {
        table: canonical(TABLES[table], content.decode())
        if own[table].suffix == CSV
        else _as_parquet(sheets[table])
        for table, content in contents.items()
    }
    for table, (content, rows) in objects.items():
        tables[table] = TableManifest(rows=rows, sha256=hashlib.sha256(content).hexdigest())
    manifest = Manifest(
        name, known_by, SCHEMA_VERSION, dict(sorted(tables.items())), published, notes
    )
    encoded = msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"
    path = into / f"{name}.json"
    if path.exists() and path.read_bytes() != encoded:
        raise CatalogError(f"{path}: releases never change; publish it under a new name")
    (into / OBJECTS).mkdir(parents=True, exist_ok=True)
    for table, (content, _) in objects.items():
        place = into / OBJECTS / object_name(table, tables[table].sha256, own[table].suffix)
        if not place.exists():
            place.write_bytes(content)
    path.write_bytes(encoded)
    return read_release(path)


def _tables_in(source: Path) -> dict[str, Path]:
    """The files of a directory by the names of their tables."""
    if not source.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(source))
    own = {path.stem: path for path in files_in(source)}
    for table, path in own.items():
        if table not in TABLES:
            near = ", ".join(get_close_matches(table, TABLES)) or "none"
            raise CatalogError(f"{path}: no table is called so; nearest: {near}")
    return own


def _as_parquet(sheet: Sheet) -> tuple[bytes, int]:
    """A table as Parquet, and its count of rows."""
    names = [
        column.name
        for column in sheet.table.published
        if not column.later or sheet.frame[column.name].null_count() < sheet.frame.height
    ]
    file = io.BytesIO()
    sheet.frame.select(names).write_parquet(file, compression="zstd", statistics=False)
    return file.getvalue(), sheet.frame.height


def canonical(table: Table, text: str) -> tuple[bytes, int]:
    """The canonical bytes of a table, and its count of rows.

    Raises BadRow for a number that is not one.
    """
    read = list(csv.DictReader(io.StringIO(text)))
    columns = [
        column
        for column in table.published
        if not column.later or any((row.get(column.name) or "").strip() for row in read)
    ]
    rows = [
        _canonical_row(columns, row, file=table.name, line=line)
        for line, row in enumerate(read, start=2)
    ]
    header = [column.name for column in columns]
    positions = [header.index(name) for name in table.key]
    rows.sort(key=lambda row: [row[position].encode() for position in positions])
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return output.getvalue().encode(), len(rows)


def _canonical_row(
    columns: Sequence[Column], row: dict[str, str], *, file: str, line: int
) -> list[str]:
    cells = []
    for column in columns:
        cell = _SPACES.sub(" ", row.get(column.name) or "").strip()
        if cell and column.kind in {Kind.NUMBER, Kind.INTEGER}:
            try:
                cell = plain_decimal(Decimal(cell))
            except ArithmeticError:
                raise BadRow(
                    file=file, row=line, reason=f"{column.name} {cell!r}: not a number"
                ) from None
        cells.append(cell)
    return cells


def plain_decimal(number: Decimal) -> str:
    """Decimal text without an exponent or trailing zeros: 1.50E+3 is 1500.

    >>> plain_decimal(Decimal("1.50E+3"))
    '1500'
    """
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
