"""Arrays of a sweep: numbers with an element a row, floats where all rows have the same."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

import numpy as np
import polars as pl
from msgspec import Struct
from numpy.typing import NDArray

from pricing.numerics.number import Number

Array = NDArray[Any]
Taken = TypeVar("Taken")


class Constants(Mapping[str, Number]):
    """Numbers of a few things, as rows have them that each belong to one of these."""

    def __init__(self, names: Mapping[str, int], columns: Array, own: Array) -> None:
        """names: the place of each in the columns; own: which thing each row belongs to."""
        self._names, self._columns, self._own = names, columns, own
        self._alike = (columns == columns[:, :1]).all(axis=1)

    @classmethod
    def of(cls, things: Sequence[Mapping[str, float]], own: Array) -> "Constants":
        """The numbers of some things, all with the same names."""
        columns = np.array([list(thing.values()) for thing in things]).T
        return cls({name: place for place, name in enumerate(things[0])}, columns.copy(), own)

    def __getitem__(self, name: str) -> Number:
        place = self._names[name]
        column = self._columns[place]
        return float(column[0]) if self._alike[place] else column[self._own]

    def __iter__(self) -> Any:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def part(self, rows: Any) -> "Constants":
        """Those of some rows."""
        return Constants(self._names, self._columns, self._own[rows])


def part_of(value: Taken, rows: Any) -> Taken:
    """Some rows of a number, or of a Struct, mapping or sequence of numbers, however nested."""
    return cast("Taken", _part(value, rows))


def _part(value: Any, rows: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value[rows]
    if isinstance(value, Constants):
        return value.part(rows)
    if isinstance(value, Struct):
        return type(value)(
            **{name: _part(getattr(value, name), rows) for name in value.__struct_fields__}
        )
    if isinstance(value, list | tuple):
        return type(value)(_part(one, rows) for one in value)
    return value


def array_of(column: pl.Series, missing: float) -> Array:
    """A column as an array; missing: what stands for null."""
    return column.cast(pl.Float64).fill_null(missing).to_numpy()


def whole(value: Number, count: int) -> Array:
    """A number of so many rows, as an array."""
    return value if isinstance(value, np.ndarray) else np.full(count, value)


def places_among(values: pl.Series, among: Sequence[int]) -> Array:
    """Where each of some indexes stands in a list of them."""
    place = np.zeros(max(among) + 1, dtype=np.intp)
    place[list(among)] = np.arange(len(among))
    found: Array = place[values.to_numpy()]
    return found
