"""Writes rows into the tables of an overlay, and leaves its other rows as they are written."""

import csv
import io
import re
from collections.abc import Collection, Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from pricing.releases.columns import Table
from pricing.releases.manifest import file_content
from pricing.releases.overlay import OVERLAY
from pricing.releases.publish import plain_decimal
from pricing.releases.sheet import plain

_KNOWN_BY = re.compile(r"^(known_by\s*=\s*)\S+", re.MULTILINE)


def with_rows(
    directory: Path, table: Table, rows: Mapping[str, Mapping[str, Any]], gone: Collection[str]
) -> bytes:
    """The file of a table with some rows more, or others in place of those of the same key.

    gone: keys of rows to leave out. Rows are sorted by key, and other rows keep their cells.
    """
    path = directory / f"{table.name}.csv"
    text = plain(file_content(path)).decode() if path.exists() else ""
    header = [column.name for column in table.published]
    kept: dict[str, Mapping[str, str]] = {}
    for row in csv.DictReader(io.StringIO(text)):
        header += [name for name in row if name not in header]
        kept["/".join((row.get(name) or "").strip() for name in table.key)] = row
    for key in gone:
        kept.pop(key, None)
    kept |= {
        key: {name: _cell(value) for name, value in row.items() if name in header}
        for key, row in rows.items()
    }
    output = io.StringIO()
    writer = csv.DictWriter(output, header, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(kept[key] for key in sorted(kept))
    return output.getvalue().encode()


def with_known_by(directory: Path, day: date) -> bytes | None:
    """The settings of an overlay that knows of a day; None where they do already."""
    text = plain(file_content(directory / OVERLAY)).decode()
    known = _KNOWN_BY.search(text)
    if known is None or known[0].removeprefix(known[1]).strip("\"'") >= day.isoformat():
        return None
    return _KNOWN_BY.sub(rf"\g<1>{day}", text, count=1).encode()


def _cell(value: object) -> str:
    """A value as canonical tables write it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return plain_decimal(Decimal(f"{value:.10g}"))
    return " ".join(str(value).split())
