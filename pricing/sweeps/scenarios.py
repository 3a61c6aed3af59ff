"""Scenarios: the questions of a sweep, from axes or from a table, taken in parts.

A column holds one field of the query, under its dotted name; null is a field left out.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple, TypeAlias

import polars as pl
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.sweeps.fields import rivals_of

INDEX = pl.UInt32()

SAMPLED_ROWS = 20_000
"""Of a long table, to see whether its rows differ."""

DIFFERENT_FRACTION = 0.98
"""Where so many of a sample differ, a combination comes twice at most on average. To find out which
are the same then costs more than to work all of them out."""


class Narrowed(Struct, frozen=True):
    """Distinct combinations of fewer fields.

    places_of: finds which of them the scenarios at some places have, by its own place.
    """

    scenarios: "Scenarios"
    places_of: Callable[[pl.Series], pl.Series]

    def rows(self) -> list[dict[str, Any]]:
        """All of them, by field."""
        if not self.scenarios.names:
            return [{}]
        return self.scenarios.take(places(0, self.scenarios.count)).to_dicts()


def places(start: int, end: int) -> pl.Series:
    """Places from one up to another."""
    return pl.int_range(start, end, dtype=INDEX, eager=True)


class Grid:
    """Every combination of some axes; the last axis changes fastest."""

    def __init__(self, axes: Mapping[str, pl.Series]) -> None:
        self._axes = dict(axes)

    @property
    def names(self) -> tuple[str, ...]:
        """The axes, the slowest first."""
        return tuple(self._axes)

    @property
    def axes(self) -> dict[str, pl.Series]:
        """The values of every axis."""
        return dict(self._axes)

    @property
    def count(self) -> int:
        """The product of the axes' lengths."""
        return prod(len(values) for values in self._axes.values())

    def take(self, places: pl.Series, names: Collection[str] | None = None) -> pl.DataFrame:
        """The values of some scenarios."""
        wanted = self.names if names is None else [name for name in self.names if name in names]
        digits = self._digits(places, {name: (name, name) for name in wanted})
        return pl.DataFrame(
            [self._axes[name].gather(digit).alias(name) for name, digit in digits.items()]
        )

    def is_whole(self, name: str) -> bool:
        """Whether no value of an axis is left out."""
        return not self._axes[name].null_count()

    def narrowed(self, names: Sequence[str], known: Sequence[str] = ()) -> Narrowed:
        """A smaller grid.

        known: fields of which only matters whether they are given; where they are, they are 1.
        """
        levels: dict[str, pl.Series] = {}
        level_of: dict[str, pl.Series] = {}
        runs: dict[str, tuple[str, str]] = {}
        run = None
        for name, values in self._axes.items():
            if name not in names:
                run = None
                continue
            kept = _only_known(values) if name in known else values
            levels[name] = kept.unique(maintain_order=True)
            if len(levels[name]) < len(values):
                level_of[name] = _position(kept, levels[name])
                runs[name] = (name, name)
                run = None
            else:
                # Axes beside each other whose values are all distinct count as one.
                run = run or name
                runs[run] = (run, name)

        def places_of(places: pl.Series) -> pl.Series:
            place = None
            for name, digit in self._digits(places, runs).items():
                own = level_of[name].gather(digit) if name in level_of else digit
                if place is None:
                    place = own
                else:
                    first, last = runs[name]
                    own_names = self.names[self.names.index(first) : self.names.index(last) + 1]
                    place = place * prod(len(levels[one]) for one in own_names) + own
            return pl.zeros(len(places), INDEX, eager=True) if place is None else place

        return Narrowed(Grid(levels), places_of)

    def _digits(
        self, places: pl.Series, runs: Mapping[str, tuple[str, str]]
    ) -> dict[str, pl.Series]:
        """Where each scenario stands on some runs of axes, each from one axis to another."""
        strides, whole = {}, self.count
        stride = whole
        for name, values in self._axes.items():
            over = stride
            stride //= len(values)
            strides[name] = (over, stride)
        digits = {}
        for name, (first, last) in runs.items():
            over, stride = strides[first][0], strides[last][1]
            digit = places // stride if stride > 1 else places
            digits[name] = digit % (over // stride) if over < whole else digit
        return digits


class Table:
    """Scenarios one by one, as rows of a frame."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self._frame = frame

    @property
    def names(self) -> tuple[str, ...]:
        """The columns."""
        return tuple(self._frame.columns)

    @property
    def columns(self) -> dict[str, pl.Series]:
        """The values of every column."""
        return self._frame.to_dict()

    @property
    def count(self) -> int:
        """The rows."""
        return self._frame.height

    def take(self, places: pl.Series, names: Collection[str] | None = None) -> pl.DataFrame:
        """Some of the rows."""
        frame = self._frame
        if names is not None:
            frame = frame.select(name for name in self.names if name in names)
        return frame[places] if frame.width else frame

    def is_whole(self, name: str) -> bool:
        """Whether no cell of a column is empty."""
        return not self._frame[name].null_count()

    def filled(self, values: Mapping[str, pl.Expr], *, but: str) -> "Table":
        """The same table with values in its empty cells, but for rows that have a value in one.

        A field that has no column gets one. A cell stays empty where its row says the same in
        another way.
        """
        kept = pl.col(but).is_not_null() if but in self.names else pl.lit(value=False)
        columns = []
        for name, value in values.items():
            rivals = [pl.col(rival).is_not_null() for rival in rivals_of(name, self.names)]
            own = pl.col(name) if name in self.names else pl.lit(None, pl.Null)
            filled = pl.coalesce(own, pl.when(~pl.any_horizontal(kept, *rivals)).then(value))
            columns.append(filled.alias(name))
        return Table(self._frame.with_columns(columns))

    def narrowed(self, names: Sequence[str], known: Sequence[str] = ()) -> Narrowed:
        """The distinct combinations, in the order of their first row; or all, if most differ."""
        kept = [name for name in self.names if name in names]
        if not kept:
            return Narrowed(Grid({}), lambda places: pl.zeros(len(places), INDEX, eager=True))
        keys = self._frame.select(
            _only_known(self._frame[name]) if name in known else self._frame[name] for name in kept
        )
        if _all_differ(keys):
            return Narrowed(Table(keys), lambda places: places)
        distinct = keys.unique(maintain_order=True)
        place = _position(keys, distinct)
        return Narrowed(Table(distinct), place.gather)


Scenarios: TypeAlias = Grid | Table


class Questions(NamedTuple):
    """What a sweep answers: its scenarios, and what they are asked of.

    base: the fields in which the scenarios do not differ, by dotted name.
    """

    library: Library
    scenarios: Scenarios
    base: Mapping[str, Any]


def _all_differ(keys: pl.DataFrame) -> bool:
    if keys.height < 2 * SAMPLED_ROWS:
        return False
    return keys.sample(SAMPLED_ROWS, seed=0).n_unique() > DIFFERENT_FRACTION * SAMPLED_ROWS


def _only_known(values: pl.Series) -> pl.Series:
    """1 where there is a value."""
    given = pl.when(values.is_not_null()).then(pl.lit(1.0))
    return pl.select(given.alias(values.name)).to_series()


def _position(values: pl.Series | pl.DataFrame, among: pl.Series | pl.DataFrame) -> pl.Series:
    """Where each value stands among distinct ones."""
    keys = values.to_frame() if isinstance(values, pl.Series) else values
    levels = among.to_frame() if isinstance(among, pl.Series) else among
    found = keys.join(
        levels.with_row_index("place"),
        on=keys.columns,
        how="left",
        nulls_equal=True,
        maintain_order="left",
    )
    return found["place"].cast(INDEX)
