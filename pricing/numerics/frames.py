"""Frames of polars: their columns as numbers, and columns and shared values as a frame."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from pricing.numerics.number import Number
from pricing.numerics.structs import Column


def number_of(values: Column) -> Number:
    """Floats as a number: one where all are alike, None where all are NaN. Others are as they are.

    >>> number_of(np.array([2.0, 2.0])), number_of(np.array([1.0, np.nan])).tolist()
    (2.0, [1.0, nan])
    """
    if not values.size or values.dtype.kind != "f":
        return values
    first = values.flat[0]
    if np.isnan(first):
        return None if np.isnan(values).all() else values
    return float(first) if (values == first).all() else values


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
