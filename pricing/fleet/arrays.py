"""Arrays: columns of numbers, one element a period."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from pricing.numerics.number import Array

Columns: TypeAlias = Mapping[str, Array]
Part: TypeAlias = Mapping[str, Array | float]
"""The columns of one stage, an array first. A float holds for all periods of the stage."""


def part_of(columns: Columns, rows: slice | Sequence[int]) -> Columns:
    """Some rows of columns."""
    return {name: column[rows] for name, column in columns.items()}


def stacked(parts: Sequence[Part]) -> Columns:
    """The periods of several stages, one after the other."""
    counts = [np.size(next(iter(part.values()))) for part in parts]
    floats = [name for name, value in parts[0].items() if not isinstance(value, np.ndarray)]
    shared = np.array([[part[name] for name in floats] for part in parts], float)
    arrays = [name for name in parts[0] if name not in floats]
    columns = np.concatenate([np.array([part[name] for name in arrays]) for part in parts], axis=1)
    return dict(zip(arrays + floats, [*columns, *shared.T.repeat(counts, axis=1)], strict=True))


def tall(column: Array) -> Array:
    """A column of periods, to stand beside the hours of each."""
    return column[:, np.newaxis]
