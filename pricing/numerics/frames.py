"""Numbers and frames: columns of polars as numbers, and numbers and codes as columns of it."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import polars as pl

from pricing.numerics.number import Number
from pricing.numerics.structs import Column

Part: TypeAlias = Any
"""Some rows of a column: a Series with a value each, or one value or None for all."""


def number_of(values: Column) -> Number:
    """Floats as a number: one where all are alike, None where all are NaN. Others are as they are.

    >>> number_of(np.array([2.0, 2.0])), number_of(np.array([1.0, np.nan])).tolist()
    (2.0, [1.0, nan])
    """
    if not values.size or values.dtype.kind != "f":
        return values
    first = values.flat[0]
    if first != first:  # noqa: PLR0124 -- NaN is not itself
        return None if np.isnan(values).all() else values
    return float(first) if (values == first).all() else values


def part_of(value: Number, shape: tuple[int, int]) -> Part:
    """A number of the rows of a block, to be a part of a column; what is absent is null."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "i" and (value == value.flat[0]).all():
            return int(value.flat[0])
        whole = value if value.shape == shape else np.broadcast_to(value, shape)
        return pl.Series(whole.reshape(-1), nan_to_null=True)
    return None if value is None or value != value else value  # noqa: PLR0124 -- NaN


def column_of(
    name: str, parts: Sequence[tuple[Part, int]], dtype: pl.DataType
) -> pl.Series | pl.Expr:
    """Parts of so many rows each, one after the other, as a column of a frame."""
    first, _ = parts[0]
    if not any(isinstance(part, pl.Series) or part != first for part, _ in parts):
        return pl.lit(first, dtype).alias(name)
    whole = [_whole(part, count, dtype) for part, count in parts]
    return (pl.concat(whole) if len(whole) > 1 else whole[0]).alias(name)


def words_of(name: str, words: pl.Series, codes: Sequence[tuple[Part, int]]) -> pl.Series | pl.Expr:
    """The words that codes stand for, by their place among them; null for a negative one."""
    column = column_of(name, codes, pl.Int64())
    if isinstance(column, pl.Expr):
        code = codes[0][0]
        return pl.lit(None if code is None or code < 0 else words[code], pl.String).alias(name)
    if (column < 0).any():
        column = column.set(column < 0, None)
    return words.gather(column).alias(name)


def frame_of(columns: Sequence[pl.Series | pl.Expr], count: int) -> pl.DataFrame:
    """A frame of so many rows, of columns and of values that all of its rows share."""
    frame = pl.DataFrame([one for one in columns if isinstance(one, pl.Series)])
    if not frame.width:
        frame = pl.DataFrame({"": np.zeros(count, dtype=np.uint8)})
    shared = [one for one in columns if isinstance(one, pl.Expr)]
    if shared:
        frame = frame.with_columns(shared)
    return frame[
        [one.name if isinstance(one, pl.Series) else one.meta.output_name() for one in columns]
    ]


def _whole(part: Part, count: int, dtype: pl.DataType) -> pl.Series:
    """A part with a value a row."""
    if isinstance(part, pl.Series):
        return part if part.dtype == dtype else part.cast(dtype)
    return pl.Series([part], dtype=dtype, strict=False).new_from_index(0, count)
