"""Columns: what the tables of a release are described with."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What the text of a cell stands for."""

    TEXT = "text"
    NUMBER = "number"
    INTEGER = "whole number"
    DAY = "day"
    FLAG = "true or false"


@dataclass(frozen=True)
class Column:
    """One column: its kind, whether it may be empty, and its bounds (both inclusive).

    references: the table that the value is a key of; default, like: what an overlay may leave out,
    a value or that of another column.
    """

    name: str
    kind: Kind = Kind.TEXT
    required: bool = False
    minimum: float | None = None
    maximum: float | None = None
    choices: frozenset[str] | None = None
    references: str | None = None
    default: str | None = None
    like: str | None = None


@dataclass(frozen=True)
class Table:
    """One table: its columns in file order, and the columns that name a row."""

    name: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def header(self) -> tuple[str, ...]:
        """The column names in file order."""
        return tuple(column.name for column in self.columns)

    def column(self, name: str) -> Column:
        """The column of a name."""
        return self.columns[self.header.index(name)]


def text(name: str, *, required: bool = False, choices: frozenset[str] | None = None) -> Column:
    """A text, from a list of choices where there is one."""
    return Column(name, Kind.TEXT, required, choices=choices)


def reference(name: str, table: str, *, required: bool = False) -> Column:
    """A text that names a row of another table."""
    return Column(name, Kind.TEXT, required, references=table)


def number(
    name: str, *, required: bool = False, low: float | None = 0.0, high: float | None = None
) -> Column:
    """A number, bounded below at zero unless said otherwise."""
    return Column(name, Kind.NUMBER, required, minimum=low, maximum=high)


def integer(name: str, *, required: bool = False, low: int = 0) -> Column:
    """A whole number."""
    return Column(name, Kind.INTEGER, required, minimum=low)
