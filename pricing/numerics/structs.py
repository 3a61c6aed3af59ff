"""Structs of floats, stacked into one struct of arrays, and rows taken out of it."""

from collections.abc import Iterator, Sequence
from itertools import repeat
from operator import is_not
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple
from numpy.typing import NDArray

from pricing.numerics.number import where

Column: TypeAlias = NDArray[Any]
Rows: TypeAlias = Any
"""Some rows of a column: a slice, which is all of a float, or an array of places or of truths."""

Numbers = TypeVar("Numbers", bound=Struct)
Columns = TypeVar("Columns")

ALL = slice(None)

PLAIN = frozenset((float, int, bool, str, type(None)))
"""Kinds of what holds for every row: most of a struct, and not worth a look of its own."""

MANY_VALUES = 65_536
"""Up to about so many whole numbers are told apart by a table of all; more, by sorting."""


def stacked(parts: Sequence[Numbers]) -> Numbers:
    """Structs of one kind as one: a field in which they differ is an array, a row for each of them.

    A field in which all are alike stays what it is, so that a formula works it out once. Numbers
    become float64, and None among them NaN. Structs and tuples in fields are stacked as well.
    """
    return type(parts[0])(*map(column, zip(*map(astuple, parts), strict=True)))


def column(values: Sequence[Any]) -> Any:
    """An array of values, or the first of them where all are alike."""
    first = values[0]
    if isinstance(first, Struct):
        return stacked(values) if any(map(is_not, values, repeat(first))) else first
    if isinstance(first, tuple):
        return tuple(map(column, zip(*values, strict=True)))
    if values.count(first) == len(values):
        return first
    kinds = set(map(type, values))
    if str in kinds:
        return np.array(values, dtype=object)
    if isinstance(first, bool):
        return np.array(values)
    return np.array(values, dtype=np.float64)  # None is NaN


def taken(columns: Columns, rows: Rows) -> Columns:
    """Some rows of a column, or of a struct or tuple of columns, however nested.

    What is no column holds for every row.

    >>> taken((1.0, np.array([2.0, 3.0, 4.0])), [2, 0])
    (1.0, array([4., 2.]))
    """
    if rows is ALL:
        return columns
    return cast("Columns", _indexed(columns, rows))


def fewer(columns: Columns, rows: Rows, count: int | None) -> Columns:
    """The same of some rows in their order, of so many; where these are all, nothing is copied.

    >>> every = np.array([2.0, 3.0])
    >>> fewer(every, np.array([0, 1]), 2) is every
    True
    """
    return columns if rows is ALL or len(rows) == count else taken(columns, rows)


def unstacked(columns: Numbers, rows: Column) -> Iterator[Numbers]:
    """Some rows of a struct of columns, each as a struct of floats."""
    kind = type(columns)
    parts = [
        unstacked(value, rows)
        if isinstance(value, Struct)
        else repeat(None)
        if value is None
        else whole(taken(value, rows), len(rows)).tolist()
        for value in astuple(columns)
    ]
    return map(kind, *parts)


def tall(columns: Columns) -> Columns:
    """A struct of arrays whose rows go down, to stand beside others that go across."""
    return cast("Columns", _indexed(columns, (ALL, np.newaxis)))


def chosen(condition: Any, then: Columns, otherwise: Columns) -> Columns:
    """A struct of numbers where a condition holds, and another of its kind elsewhere.

    >>> chosen(np.array([True, False]), (1.0, 2.0), (1.0, 3.0))[1].tolist()
    [2.0, 3.0]
    """
    if condition is True:
        return then
    if condition is False or then is otherwise:
        return otherwise
    if isinstance(then, Struct):
        parts = zip(astuple(then), astuple(cast("Struct", otherwise)), strict=True)
        return cast("Columns", type(then)(*(chosen(condition, *part) for part in parts)))
    if isinstance(then, tuple):
        parts = zip(then, cast("tuple[Any, ...]", otherwise), strict=True)
        return cast("Columns", tuple(chosen(condition, *part) for part in parts))
    return cast("Columns", where(condition, then, otherwise))


def merged(parts: Sequence[tuple[Rows, Columns]], count: int) -> Columns:
    """Columns of so many rows, of which each part has some; what none has is NaN, or False.

    >>> merged([(np.array([0, 2]), (1.0, 5.0)), (np.array([1]), (2.0, 5.0))], 3)
    (array([1., 2., 1.]), 5.0)
    """
    if len(parts) == 1:
        return parts[0][1]
    rows = [own for own, _ in parts]
    return cast("Columns", _merged(rows, [part for _, part in parts], count))


def split(flags: Sequence[Any], count: int) -> list[tuple[Rows, tuple[bool, ...]]]:
    """Rows by what holds of them: their places, or ALL, and whether each of some conditions does.

    >>> [(rows.tolist(), held) for rows, held in split([True, np.array([True, False])], 2)]
    [([1], (True, False)), ([0], (True, True))]
    """
    code = sum(flag * 2**place for place, flag in enumerate(flags))
    if not isinstance(code, np.ndarray):
        return [(ALL, tuple(map(bool, flags)))]
    return [
        (rows, tuple(bool(found >> place & 1) for place in range(len(flags))))
        for found, rows in by_value(np.broadcast_to(code, count))
    ]


def by_value(codes: Any) -> list[tuple[int, Rows]]:
    """The whole numbers of a column, each with the rows that have it, or ALL."""
    found = np.flatnonzero(np.bincount(codes))
    if len(found) == 1:
        return [(int(found[0]), ALL)]
    return [(int(code), np.flatnonzero(codes == code)) for code in found]


def distinct(values: Column) -> tuple[Column, Column]:
    """The distinct whole numbers from 0 on of a column, in order, and the place of each among them.

    >>> distinct(np.array([5, 2, 5]))
    (array([2, 5]), array([1, 0, 1]))
    """
    highest = int(values.max(initial=0))
    if highest > 4 * len(values) + MANY_VALUES:
        return np.unique(values, return_inverse=True)
    is_there = np.zeros(highest + 1, dtype=bool)
    is_there[values] = True
    found = np.flatnonzero(is_there)
    place = np.empty(highest + 1, dtype=np.intp)
    place[found] = np.arange(len(found))
    return found, place[values]


def changed(columns: Columns, rows: Rows, values: Columns) -> Columns:
    """Columns with values in some rows; of floats, these values.

    >>> changed(np.array([1.0, 2.0]), [1], np.array([5.0])).tolist()
    [1.0, 5.0]
    """
    if rows is ALL:
        return values
    if isinstance(columns, np.ndarray):
        other = columns.copy()
        other[rows] = values
        return cast("Columns", other)
    if isinstance(columns, Struct):
        parts = zip(astuple(columns), astuple(cast("Struct", values)), strict=True)
        return cast("Columns", type(columns)(*(changed(one, rows, value) for one, value in parts)))
    return values


def rows_where(condition: Any, count: int | None = None) -> Rows | None:
    """The rows in which a condition holds; None where it holds in none.

    count: of rows, where a truth may stand for all of them.

    >>> rows_where(np.array([True, False, True])), rows_where(True), rows_where(False)
    (array([0, 2]), slice(None, None, None), None)
    """
    if count is None and not isinstance(condition, np.ndarray):
        return ALL if condition else None
    every = condition if count is None else np.broadcast_to(condition, count)
    rows = np.flatnonzero(every)
    return rows if len(rows) else None


def row_count(columns: Any) -> int | None:
    """The rows of a struct or tuple of columns, however nested; None of floats.

    >>> row_count((1.0, (2.0, np.array([3.0, 4.0])))), row_count((1.0, 2.0))
    (2, None)
    """
    if isinstance(columns, np.ndarray):
        return len(columns)
    parts = astuple(columns) if isinstance(columns, Struct) else columns
    if not isinstance(parts, tuple):
        return None
    counts = (row_count(part) for part in parts)
    return next((count for count in counts if count is not None), None)


def whole(value: Any, count: int | None) -> Any:
    """A number of so many rows as a column; as it is, where there are no rows.

    Of a struct, all of its numbers; nothing stays nothing.
    """
    if count is None or value is None or isinstance(value, np.ndarray):
        return value
    if isinstance(value, Struct):
        return type(value)(*(whole(part, count) for part in astuple(value)))
    return np.full(count, value)


def _indexed(value: Any, index: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value[index]
    is_struct = isinstance(value, Struct)
    if not is_struct and not isinstance(value, tuple):
        return value
    parts = astuple(value) if is_struct else value
    own = [
        part
        if type(part) in PLAIN
        else part[index]
        if type(part) is np.ndarray
        else _indexed(part, index)
        for part in parts
    ]
    if not any(map(is_not, own, parts)):
        return value
    return type(value)(*own) if is_struct else tuple(own)


def _merged(rows: Sequence[Rows], parts: Sequence[Any], count: int) -> Any:
    first = parts[0]
    if isinstance(first, Struct):
        columns = zip(*map(astuple, parts), strict=True)
        return type(first)(*(_merged(rows, column, count) for column in columns))
    if isinstance(first, tuple):
        return tuple(_merged(rows, column, count) for column in zip(*parts, strict=True))
    if not any(isinstance(part, np.ndarray) for part in parts) and all(
        part == first for part in parts
    ):
        return first
    kinds = {np.asarray(part).dtype for part in parts}
    whole = np.full(count, np.nan)
    if len(kinds) == 1:
        whole = np.zeros(count, dtype=kinds.pop())
    for own, part in zip(rows, parts, strict=True):
        whole[own] = np.nan if part is None else part
    return whole
