"""Publishing a release: canonical tables, checked, then the manifest, written last."""

import csv
import hashlib
import io
import os
import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from errno import ENOTDIR
from pathlib import Path

import msgspec

from pricing.errors import BadRow, CatalogError
from pricing.releases.columns import Column, Kind, Table
from pricing.releases.manifest import (
    MANIFEST,
    Manifest,
    TableManifest,
    overall_digest,
    read_release,
)
from pricing.releases.schema import SCHEMA_VERSION, TABLES

NEEDED = ("assumptions", "devices", "models", "prices")
"""Tables without whose rows no question has an answer."""

_SPACES = re.compile(r"\s+")


def publish(directory: Path, *, name: str, known_by: date) -> Manifest:
    """Make a release of a directory of tables.

    Every table is rewritten in canonical form (LF, rows sorted by key, numbers as plain
    decimal text, spaces collapsed); then the manifest is written, and the release is read
    back and checked whole. A table that is missing is published empty, but for those of NEEDED.

    Raises NotADirectoryError; and CatalogError for one of those without rows and for the first
    row that breaks the schema or a rule, and leaves no manifest behind.
    """
    if not directory.is_dir():
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(directory))
    manifest_path = directory / MANIFEST
    manifest_path.unlink(missing_ok=True)
    contents = {name: _canonical_file(table, directory) for name, table in TABLES.items()}
    lacking = [name for name in NEEDED if not contents[name][1]]
    if lacking:
        raise CatalogError(f"{directory}: a release has rows of {', '.join(lacking)}")
    tables = {}
    for table in TABLES.values():
        path = directory / f"{table.name}.csv"
        content, rows = contents[table.name]
        path.write_bytes(content)
        tables[table.name] = TableManifest(rows=rows, sha256=hashlib.sha256(content).hexdigest())
    manifest = Manifest(
        name=name,
        known_by=known_by,
        schema_version=SCHEMA_VERSION,
        digest=overall_digest(tables),
        tables=tables,
    )
    encoded = msgspec.json.format(msgspec.json.encode(manifest, order="sorted"), indent=2)
    manifest_path.write_bytes(encoded + b"\n")
    try:
        read_release(directory)
    except Exception:
        manifest_path.unlink()
        raise
    return manifest


def _canonical_file(table: Table, directory: Path) -> tuple[bytes, int]:
    path = directory / f"{table.name}.csv"
    return canonical(table, path.read_text(encoding="utf-8") if path.exists() else "")


def canonical(table: Table, text: str) -> tuple[bytes, int]:
    """The canonical bytes of a table, and its count of rows.

    Raises BadRow for a column that the schema does not have, or a number that is not one.
    """
    reader = csv.DictReader(io.StringIO(text))
    names = reader.fieldnames or ()
    unknown = set(names) - set(table.header)
    if unknown:
        raise BadRow(
            file=table.name, row=1, reason=f"unknown columns: {', '.join(sorted(unknown))}"
        )
    rows = [
        _canonical_row(table.columns, row, file=table.name, line=line)
        for line, row in enumerate(reader, start=2)
    ]
    positions = [table.header.index(name) for name in table.key]
    rows.sort(key=lambda row: [row[position].encode() for position in positions])
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(table.header)
    writer.writerows(rows)
    return output.getvalue().encode(), len(rows)


def _canonical_row(
    columns: Sequence[Column], row: dict[str, str], *, file: str, line: int
) -> list[str]:
    if None in row:
        raise BadRow(file=file, row=line, reason="more cells than columns")
    cells = []
    for column in columns:
        cell = _SPACES.sub(" ", row.get(column.name) or "").strip()
        if cell and column.kind in {Kind.NUMBER, Kind.INTEGER}:
            try:
                cell = _plain(Decimal(cell))
            except ArithmeticError:
                raise BadRow(
                    file=file, row=line, reason=f"{column.name} {cell!r}: not a number"
                ) from None
        cells.append(cell)
    return cells


def _plain(number: Decimal) -> str:
    """Decimal text without an exponent or trailing zeros: 1.50E+3 is 1500.

    >>> _plain(Decimal("1.50E+3"))
    '1500'
    """
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
