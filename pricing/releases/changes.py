"""What changed between two releases: rows added, removed, ended and changed, and by how much."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pricing.releases.manifest import Release
from pricing.releases.sheet import Sheet

Kind = Literal["added", "removed", "ended", "changed"]
Row = Mapping[str, Any]

PRICED = ("usd_per_hour", "usd_per_million_output_tokens", "value", "usd")
"""Columns of figures, of which the first that a table has is compared."""

END, START = "effective_to", "effective_from"
UNTOLD = (
    *("source", "confidence", "date_quality", "accelerator", "notes", "vcpu_count"),
    "memory_gibibytes",
)
"""Columns that say of a price where it comes from and what is beside."""

TOLD_OF_ADDED = ("device", "model", *PRICED)
"""Columns that are told of rows that are there in one release alone."""


class Cell(Struct, frozen=True):
    """A cell before and after."""

    column: Annotated[str, Meta(description="The column.")]
    before: Annotated[
        str | float | bool | None,
        Meta(description="The cell before [unit of its column]; null: empty, or no row."),
    ]
    after: Annotated[
        str | float | bool | None,
        Meta(description="The cell after [unit of its column]; null: empty, or no row."),
    ]

    @classmethod
    def of(cls, column: str, before: Row | None, after: Row | None) -> "Cell":
        """A cell of two rows; None: there is no row."""
        return cls(column, _plain(before and before[column]), _plain(after and after[column]))


class RowChange(Struct, frozen=True):
    """A row that differs between two releases."""

    table: Annotated[str, Meta(description="The table.")]
    provider: Annotated[str | None, Meta(description="Its provider; null: it has none.")]
    device: Annotated[str | None, Meta(description="Its device; null: it has none.")]
    key: Annotated[str, Meta(description="The cells of its key, with slashes between them.")]
    change: Annotated[
        Kind, Meta(description="ended: it only got a last day; changed: other cells differ.")
    ]
    cells: Annotated[
        tuple[Cell, ...],
        Meta(
            description="The cells that differ; of a row in one release alone those that tell it."
        ),
    ]
    price_ratio: Annotated[
        float | None,
        Meta(
            description="Its figure after over the figure before [ratio]. Of a price that is"
            " added, before is the price of the same thing until then. Null: there is none."
        ),
    ]


def changes(before: Release, after: Release) -> list[RowChange]:
    """All rows that differ, table by table in the order of their keys."""
    return [
        change
        for name, sheet in after.sheets.items()
        if sheet is not before.sheets[name]
        for change in _of_table(before.sheets[name], sheet)
    ]


def counted(found: list[RowChange]) -> dict[tuple[str, str | None], Counter[str]]:
    """How many rows of each kind of change a table and a provider have."""
    counts: dict[tuple[str, str | None], Counter[str]] = defaultdict(Counter)
    for change in found:
        counts[change.table, change.provider][change.change] += 1
    return dict(counts)


def _of_table(before: Sheet, after: Sheet) -> Iterator[RowChange]:
    old, new = before.by_key, after.by_key
    if before.frame.equals(after.frame):
        return
    figure = next((name for name in PRICED if name in after.table.header), None)
    earlier = _Earlier(after) if START in after.table.header else None
    for key in sorted({*old, *new}):
        one, other = old.get(key), new.get(key)
        if one == other:
            continue
        beside: Row | None = one
        if one is None and other is not None and earlier is not None:
            beside = earlier.of(other)
        row = other or one or {}
        yield RowChange(
            table=after.table.name,
            provider=row.get("provider"),
            device=row.get("device"),
            key=key,
            change=_kind(one, other),
            cells=_cells(one, other, beside),
            price_ratio=_ratio(beside, other, figure),
        )


def _kind(before: Row | None, after: Row | None) -> Kind:
    if before is None:
        return "added"
    if after is None:
        return "removed"
    changed = {name for name, value in after.items() if before[name] != value}
    is_end = END in changed and changed <= {END, *UNTOLD}
    return "ended" if is_end and before[END] is None else "changed"


def _cells(before: Row | None, after: Row | None, beside: Row | None) -> tuple[Cell, ...]:
    """The cells that differ; of a row in one release alone those that tell it.

    beside: what stands for the row before, of a price that goes on from another.
    """
    if before is None or after is None:
        row = after or before or {}
        names = [name for name in TOLD_OF_ADDED if row.get(name) is not None]
        before = beside
    else:
        names = [name for name, value in after.items() if before[name] != value]
    return tuple(Cell.of(name, before, after) for name in names)


def _plain(value: object) -> str | float | bool | None:
    if value is None or isinstance(value, bool | float | str):
        return value
    return float(value) if isinstance(value, int) else str(value)


def _ratio(before: Row | None, after: Row | None, figure: str | None) -> float | None:
    """The figure after over the figure before, of one device where the count changed."""
    if before is None or after is None or figure is None:
        return None
    one, other = before[figure], after[figure]
    if not one or other is None:
        return None
    counts = after.get("device_count") or 1.0, before.get("device_count") or 1.0
    return float(other / counts[0] / (one / counts[1]))


class _Earlier:
    """Finds what held before a row."""

    def __init__(self, sheet: Sheet) -> None:
        self._names = [name for name in sheet.table.key if name != START]
        self._ending: dict[tuple[Any, ...], Row] = {}
        for row in sheet.frame.iter_rows(named=True):
            if row[END] is not None:
                self._ending[self._series(row, row[END])] = row

    def _series(self, row: Row, day: date) -> tuple[Any, ...]:
        return (*(row[name] for name in self._names), day)

    def of(self, row: Row) -> Row | None:
        """The row that ends on the first day of another, None without one."""
        return self._ending.get(self._series(row, row[START]))
