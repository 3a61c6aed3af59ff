"""Arrays: columns of numbers, one element a period."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Columns: TypeAlias = Mapping[str, Array]


def part_of(columns: Columns, first: int, last: int) -> Columns:
    """The rows `first` to `last` (exclusive)."""
    return {name: column[first:last] for name, column in columns.items()}


class Rows(Struct, frozen=True, eq=False):
    """The periods of one stage: columns that vary, and figures that all of them share."""

    columns: Mapping[str, Sequence[float]]
    shared: Mapping[str, float]


def stacked(parts: Iterable[Rows]) -> Columns:
    """The rows of several stages, one after the other."""
    listed = list(parts)
    counts = [len(next(iter(part.columns.values()))) for part in listed]
    return {
        **{
            name: np.array([*chain.from_iterable(part.columns[name] for part in listed)], float)
            for name in listed[0].columns
        },
        **{
            name: np.repeat(np.array([part.shared[name] for part in listed], float), counts)
            for name in listed[0].shared
        },
    }


def tall(column: Array) -> Array:
    """A column of periods, to stand beside the hours of each."""
    return column[:, np.newaxis]
