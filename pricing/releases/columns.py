"""Columns: how the tables of a release are declared.

A table is a class. Its fields are the columns, in the order of the file. The type of a field says
what a cell holds, and `| None` that it may be empty. The annotation says what the column means and
allows. No field has a default: a row is made of all cells of its table.
"""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cached_property
from typing import Annotated, Any, ClassVar, get_args, get_type_hints

from msgspec import Meta, Struct

CONFIDENCES = ("verified", "partly verified", "secondary", "unverified")
PRECISIONS = ("fp32", "tf32", "fp16", "bf16", "fp8", "fp4", "int8", "int4")


class Kind(Enum):
    """What the text of a cell stands for."""

    TEXT = "text"
    NUMBER = "number"
    INTEGER = "whole number"
    DAY = "day"
    FLAG = "true or false"


KINDS: dict[type, Kind] = {
    str: Kind.TEXT,
    float: Kind.NUMBER,
    int: Kind.INTEGER,
    date: Kind.DAY,
    bool: Kind.FLAG,
}


class Row(Struct, frozen=True, kw_only=True):
    """A row of a table. KEY: the columns that name it."""

    KEY: ClassVar[tuple[str, ...]]


@dataclass(frozen=True)
class Column:
    """One column: its kind, whether it may be empty, and its bounds (both inclusive).

    later: whether it came after releases were published: a table without a value of it leaves it
    out, so that older tables stay as they are. references: the table that the value is a key of;
    default, like: what an overlay may leave out, a value or that of another column; overlaid:
    whether only overlays have it, as what a contract charges is in no release.
    """

    name: str
    kind: Kind
    required: bool
    description: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] | None = None
    references: str | None = None
    default: str | None = None
    like: str | None = None
    overlaid: bool = False
    later: bool = False


@dataclass(frozen=True)
class Table:
    """One table: its name and the class of its rows."""

    name: str
    row: type[Row]

    @property
    def key(self) -> tuple[str, ...]:
        """The columns that name a row."""
        return self.row.KEY

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns in file order."""
        hints = get_type_hints(self.row, include_extras=True)
        return tuple(_column(name, hints[name]) for name in self.row.__struct_fields__)

    @cached_property
    def header(self) -> tuple[str, ...]:
        """The column names in file order."""
        return tuple(column.name for column in self.columns)

    @cached_property
    def published(self) -> tuple[Column, ...]:
        """The columns that releases have."""
        return tuple(column for column in self.columns if not column.overlaid)

    def column(self, name: str) -> Column:
        """The column of a name."""
        return self.columns[self.header.index(name)]


def _column(name: str, hint: Any) -> Column:
    """The column that a field declares."""
    value, meta = get_args(hint)
    kind, *empty = get_args(value) or (value,)
    return Column(name, KINDS[kind], not empty, meta.description, **meta.extra)


def cell(description: str, **facts: Any) -> Meta:
    """A text, a day or a flag; facts: as of Column."""
    return Meta(description=description, extra=facts)


def number(
    description: str, *, low: float | None = 0.0, high: float | None = None, **facts: Any
) -> Meta:
    """A number, bounded below at zero unless said otherwise; facts: as of Column."""
    return cell(description, minimum=low, maximum=high, **facts)


Source = Annotated[str, cell("Where the figures of the row were published.")]
SourceLocation = Annotated[str | None, cell("Where in the source: a URL, a table, a page.")]
Low = Annotated[float | None, number("Low end of its plausible range, in `unit`.", low=None)]
High = Annotated[float | None, number("High end of its plausible range, in `unit`.", low=None)]
Confidence = Annotated[
    str,
    cell(
        "verified, partly verified, secondary or unverified.",
        choices=CONFIDENCES,
        default="unverified",
    ),
]
Notes = Annotated[str | None, cell("Remarks on the row.")]
