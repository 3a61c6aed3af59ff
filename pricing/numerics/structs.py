"""Structs of floats, stacked into one struct of arrays, and rows taken out of it."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Numbers = TypeVar("Numbers", bound=Struct)


def stacked(parts: Sequence[Numbers]) -> Numbers:
    """Structs of one kind as one: a field in which they differ is an array, a row for each of them.

    A field in which all are alike stays what it is, so that a formula works it out once. Numbers
    become float64, and None among them NaN. Structs in fields are stacked as well.
    """
    kind = type(parts[0])
    names = kind.__struct_fields__
    return kind(**{name: column([getattr(part, name) for part in parts]) for name in names})


def column(values: Sequence[Any]) -> Any:
    """An array of values, or the first of them where all are alike."""
    first = values[0]
    if isinstance(first, Struct):
        return first if all(value is first for value in values) else stacked(values)
    if all(value == first for value in values):
        return first
    if any(isinstance(value, str) for value in values):
        return np.array(values, dtype=object)
    if isinstance(first, bool):
        return np.array(values)
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def taken(columns: Numbers, rows: NDArray[np.intp]) -> Numbers:
    """Some rows of a struct of arrays; a field that is no array holds for every row."""
    return _mapped(columns, lambda values: values[rows])


def tall(columns: Numbers) -> Numbers:
    """A struct of arrays whose rows go down, to stand beside others that go across."""
    return _mapped(columns, lambda values: values[:, np.newaxis])


def _mapped(columns: Numbers, of: Callable[[Any], Any]) -> Numbers:
    kind = type(columns)
    return kind(**{name: _element(getattr(columns, name), of) for name in kind.__struct_fields__})


def _element(value: Any, of: Callable[[Any], Any]) -> Any:
    if isinstance(value, np.ndarray):
        return of(value)
    return _mapped(value, of) if isinstance(value, Struct) else value
