"""Bills as CSV: in the names of fields, or in the columns of FOCUS."""

import csv
from collections.abc import Callable, Mapping
from io import StringIO
from math import isnan, nan
from typing import Any

import msgspec

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import nearest
from pricing.errors import InvalidQuery, UnknownName
from pricing.quote.messages import expected, placed
from pricing.variances.focus_export import FOCUS, Export
from pricing.variances.numerals import Column
from pricing.variances.query import Actual

MOST_ROWS = 100_000

TEXTS = frozenset({"month", "line", "instance_type"})
"""Fields that are no numbers."""


def actuals_of(text: str, catalog: Catalog, warn: Callable[[str], None]) -> tuple[Actual, ...]:
    """The rows of a CSV; warn: told what a reader has to know. Raises InvalidQuery, UnknownName."""
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    delimiter = ";" if head.count(";") > head.count(",") else ","
    reader = csv.DictReader(StringIO(text), strict=True, delimiter=delimiter)
    try:
        names = [name.strip() for name in reader.fieldnames or ()]
        reader.fieldnames = names
        rows = [row for row in reader if any(row.values())]
    except csv.Error as error:
        raise InvalidQuery(f"the CSV cannot be read: {error}", field="csv") from None
    if len(rows) > MOST_ROWS:
        raise InvalidQuery(
            f"{len(rows):,} rows are more than {MOST_ROWS:,}: send a bill by month", field="csv"
        )
    if names and set(names) >= FOCUS:
        charges = Export(rows, delimiter, catalog, warn).rows()
        return tuple(_row(found, line) for line, found in charges)
    if FOCUS.intersection(names):
        missing = " and ".join(sorted(FOCUS.difference(names)))
        raise InvalidQuery(f"an export in FOCUS has the column {missing} too", field="csv")
    known = Actual.__struct_fields__
    for name in names:
        if name.casefold() not in known:
            raise UnknownName(
                f"a bill has no column {name[:100]!r}", field="csv", nearest=nearest(name, known)
            )
    columns = {
        name.casefold(): Column([row[name] or "" for row in rows], delimiter)
        for name in names
        if name.casefold() not in TEXTS
    }
    return tuple(_row(_cells(row, columns), at) for at, row in enumerate(rows, start=2))


def _cells(row: Mapping[str | None, Any], columns: Mapping[str, Column]) -> dict[str, Any]:
    """The cells of a row by field. What is no number stays, and is refused as such."""
    found = {}
    for name, value in row.items():
        if name is None or not isinstance(value, str) or not value.strip():
            continue
        field, cell = name.casefold(), value.strip()
        number = columns[field].number(cell) if field in columns else nan
        found[field] = cell if isnan(number) else number
    return found


def _row(given: Mapping[str, Any], line: int) -> Actual:
    """A row by field; line: of the text. Empty cells are left out."""
    given = {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(given, Actual, strict=False)
    except msgspec.ValidationError as error:
        text, place = placed(error)
        where = f"{place}: " if place else ""
        raise InvalidQuery(f"line {line}: {where}{expected(text)}", field="csv") from None
