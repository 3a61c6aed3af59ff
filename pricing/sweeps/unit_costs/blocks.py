"""Blocks: rows of a sweep as a rectangle, so that what rests on some axes is worked out for these.

The last axes of a grid go across, the others down. What rests on those that go across alone is one
row, what rests on the others alone is one column; a formula of both makes the rectangle of them.
The rows of a table go down, one beside none.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
import polars as pl
from msgspec import Struct

from pricing.numerics.number import Number
from pricing.numerics.structs import Column, taken
from pricing.sweeps.scenarios import INDEX, Grid, Scenarios

Columns = dict[str, Any]
"""Numbers or codes of rows by name."""

Part: TypeAlias = Any
"""Some rows of a column: a Series with a value for each, an array with one for each of those that
go down, or one value for all, None where it is absent."""

MOST_ACROSS = 8_192
"""Rows that go across at most: few enough for arrays to stay in a core's cache."""

ENOUGH_ACROSS = 64
"""Rows that go across before axes of another kind: enough for a step to cost little a row."""


class Across(Struct, frozen=True):
    """The fields that go across, and how many rows they make."""

    names: frozenset[str]
    count: int


def across_of(scenarios: Scenarios, decisive: Collection[str]) -> Across:
    """As many of the last axes of a grid as make no more than MOST_ACROSS rows.

    decisive: the fields that decide the performance. They go across with others only where there
    are few rows otherwise: what rests on one kind alone is then worked out once.

    >>> axes = {"load.concurrency": pl.Series([1, 8]), "as_of": pl.Series(["a", "b", "c"])}
    >>> across_of(Grid(axes), ["load.concurrency"]).count
    6
    """
    names: list[str] = []
    count = 1
    if isinstance(scenarios, Grid):
        for name, values in reversed(scenarios.axes.items()):
            is_other = bool(names) and (name in decisive) != (names[0] in decisive)
            if count * len(values) > MOST_ACROSS or (is_other and count >= ENOUGH_ACROSS):
                break
            names.append(name)
            count *= len(values)
    return Across(frozenset(names), count)


class Block(Struct, frozen=True):
    """The rows of a sweep from a place on: so many down, and so many across."""

    start: int
    down: int
    across: Across

    @property
    def shape(self) -> tuple[int, int]:
        """Rows down, and across."""
        return self.down, self.across.count

    def of(self, names: Collection[str], take: Callable[[pl.Series], pl.Series]) -> Column:
        """What rests on some fields: of all of its rows, or of a row or a column of them.

        take: finds it for scenarios by their places.
        """
        across, step, shape = self.across.count, 1, self.shape
        end = self.start + self.down * across
        if self.across.names.isdisjoint(names):
            step, shape = across, (self.down, 1)
        elif self.across.names.issuperset(names):
            end, shape = self.start + across, (1, across)
        at = pl.int_range(self.start, end, step, dtype=INDEX, eager=True)
        found: Column = take(at).to_numpy().reshape(shape)
        return found


def down(value: Number, rows: Column | slice) -> Number:
    """Some of the rows that go down, of a number that has several."""
    return value[rows] if isinstance(value, np.ndarray) and len(value) > 1 else value


def flat(value: Number, shape: tuple[int, int]) -> Number:
    """A number of a block with all of its rows going down, one beside none."""
    if not isinstance(value, np.ndarray):
        return value
    return np.broadcast_to(value, shape).reshape(-1, 1)


class Batch(Struct, frozen=True, eq=False):
    """Rows of a block: their performance, the places of their prices, and what they ask themselves.

    own: the places of their performances among the columns, None where each has its own.
    """

    shape: tuple[int, int]
    columns: Columns
    own: Column | None
    priced: Column
    asked: Columns

    def down(self, rows: Column | slice) -> "Batch":
        """Some of the rows that go down."""
        return Batch(
            (len(range(self.shape[0])[rows] if isinstance(rows, slice) else rows), self.shape[1]),
            each(down, self.columns, rows) if self.own is None else self.columns,
            down(self.own, rows),
            down(self.priced, rows),
            each(down, self.asked, rows),
        )

    def gathered(self) -> "Batch":
        """The same with the performance of each row."""
        columns = self.columns if self.own is None else each(taken, self.columns, self.own)
        return Batch(self.shape, columns, None, self.priced, self.asked)

    def flat(self) -> "Batch":
        """The same with all rows going down."""
        count = prod(self.shape)
        return Batch(
            (count, 1),
            each(flat, self.columns, self.shape),
            None,
            flat(self.priced, self.shape),
            each(flat, self.asked, self.shape),
        )


def each(do: Callable[[Any, Any], Any], columns: Columns, argument: Any) -> Columns:
    """The same done to every column."""
    return {name: do(value, argument) for name, value in columns.items()}


def part_of(value: Number, shape: tuple[int, int]) -> Part:
    """A number of the rows of a block, to be a part of a column."""
    if not isinstance(value, np.ndarray):
        return None if value is None or value != value else value  # noqa: PLR0124 -- NaN
    if value.dtype.kind == "i" and (value == value.flat[0]).all():
        return int(value.flat[0])
    if value.size == prod(shape):
        return pl.Series(value.reshape(-1), nan_to_null=True)
    if value.shape == (shape[0], 1):
        return value[:, 0]
    return pl.Series(np.broadcast_to(value, shape).reshape(-1), nan_to_null=True)


class Assembly:
    """Columns out of parts: one part each of several blocks, one after the other."""

    def __init__(self, shapes: Sequence[tuple[int, int]]) -> None:
        """shapes: of the blocks, all with as many rows across."""
        self._downs = [down for down, _ in shapes]
        self._across = shapes[0][1]

    def column(self, name: str, parts: Sequence[Part], dtype: pl.DataType) -> pl.Series | pl.Expr:
        """A column; what all rows share is one value, and what is absent is null."""
        first = parts[0]
        if all(_is_same(part, first) for part in parts):
            return pl.lit(first, dtype).alias(name)
        if not any(isinstance(part, pl.Series) for part in parts):
            whole = pl.Series(np.repeat(self._narrow(parts), self._across), nan_to_null=True)
            return whole.cast(dtype).alias(name)
        wide = [
            self._wide(part, down, dtype) for part, down in zip(parts, self._downs, strict=True)
        ]
        return (pl.concat(wide) if len(wide) > 1 else wide[0]).alias(name)

    def words(self, name: str, words: pl.Series, codes: Sequence[Part]) -> pl.Series | pl.Expr:
        """The words that codes stand for, by their place among them; null for a negative one."""
        first = codes[0]
        if all(_is_same(code, first) for code in codes):
            is_absent = first is None or first < 0
            return pl.lit(None if is_absent else words[first], pl.String).alias(name)
        if any(isinstance(code, pl.Series) for code in codes):
            wide = cast("pl.Series", self.column(name, codes, pl.Int64()))
            return _found(words, wide).alias(name)
        narrow = _found(words, pl.Series(self._narrow(codes).astype(np.intp)))
        return (narrow if self._across == 1 else narrow.gather(self._rows)).alias(name)

    def _narrow(self, parts: Sequence[Part]) -> Column:
        """Parts with a value for each of the rows that go down."""
        return np.concatenate(
            [
                part
                if isinstance(part, np.ndarray)
                else np.full(down, np.nan if part is None else part)
                for part, down in zip(parts, self._downs, strict=True)
            ]
        )

    def _wide(self, part: Part, down: int, dtype: pl.DataType) -> pl.Series:
        """A part with a value for each row."""
        if isinstance(part, np.ndarray):
            part = pl.Series(np.repeat(part, self._across), nan_to_null=True)
        if isinstance(part, pl.Series):
            return part if part.dtype == dtype else part.cast(dtype)
        return pl.Series([part], dtype=dtype, strict=False).new_from_index(0, down * self._across)

    @cached_property
    def _rows(self) -> pl.Series:
        """Which of the rows that go down each row stands on."""
        return pl.Series(np.arange(sum(self._downs), dtype=np.uint32).repeat(self._across))


def _is_same(part: Part, other: Part) -> bool:
    """Whether both are one value."""
    kinds = (pl.Series, np.ndarray)
    return not isinstance(part, kinds) and not isinstance(other, kinds) and part == other


def _found(words: pl.Series, codes: pl.Series) -> pl.Series:
    if (codes < 0).any():
        codes = codes.set(codes < 0, None)
    return words.gather(codes)
