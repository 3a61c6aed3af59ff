"""Blocks: rows of a sweep as a rectangle, so that what rests on some axes is worked out for these.

The last axes of a grid go across, the others down. What rests on those that go across alone is one
row, what rests on the others alone is one column; a formula of both makes the rectangle of them.
The rows of a table go down, one beside none.
"""

from collections.abc import Callable, Collection
from math import prod
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct

from pricing.numerics.number import Number
from pricing.numerics.structs import Column, taken
from pricing.sweeps.scenarios import INDEX, Grid, Scenarios

Columns = dict[str, Any]
"""Numbers or codes of rows by name."""

MOST_ACROSS = 8_192
"""Rows that go across at most: few enough for arrays to stay in a core's cache."""


class Across(Struct, frozen=True):
    """The fields that go across, and how many rows they make."""

    names: frozenset[str]
    count: int


def across_of(scenarios: Scenarios) -> Across:
    """As many of the last axes of a grid as make no more than MOST_ACROSS rows.

    >>> axes = {"load.concurrency": pl.Series([1, 8]), "as_of": pl.Series(["a", "b", "c"])}
    >>> across_of(Grid(axes)).count
    6
    """
    if not isinstance(scenarios, Grid):
        return Across(frozenset(), 1)
    lengths = {name: len(values) for name, values in scenarios.axes.items()}
    names: list[str] = []
    for name in reversed(lengths):
        if prod(lengths[one] for one in (*names, name)) > MOST_ACROSS:
            break
        names.append(name)
    return Across(frozenset(names), prod(lengths[name] for name in names))


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
