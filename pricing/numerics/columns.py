"""Arrays: columns of numbers, one element a period."""

from collections.abc import Iterable, Mapping
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

    columns: Mapping[str, Array]
    shared: Mapping[str, float]


def stacked(parts: Iterable[Rows]) -> Columns:
    """The rows of several stages, one after the other."""
    listed = list(parts)
    columns = np.concatenate([np.array(list(part.columns.values())) for part in listed], axis=1)
    counts = [len(next(iter(part.columns.values()))) for part in listed]
    shared = np.array([list(part.shared.values()) for part in listed]).T.repeat(counts, axis=1)
    return {
        **dict(zip(listed[0].columns, columns, strict=True)),
        **dict(zip(listed[0].shared, shared, strict=True)),
    }


def tall(column: Array) -> Array:
    """A column of periods, to stand beside the hours of each."""
    return column[:, np.newaxis]
