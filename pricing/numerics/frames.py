"""Numbers and frames: columns of polars as numbers, and numbers and codes as columns of it."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from pricing.numerics.number import Number
from pricing.numerics.structs import Column, whole


def number_of(column: pl.Series) -> Number:
    """A column as an array, null as NaN; as a float where all are alike, None where all are null.

    >>> number_of(pl.Series([2.0, 2.0])), number_of(pl.Series([1.0, None])).tolist()
    (2.0, [1.0, nan])
    """
    if len(column) and column.null_count() == len(column):
        return None
    values = column.cast(pl.Float64).to_numpy()
    return float(values[0]) if len(values) and (values == values[0]).all() else values


def column_of(
    name: str, chunks: Sequence[tuple[Number, int]], dtype: pl.DataType
) -> pl.Series | pl.Expr:
    """Numbers of so many rows each, one after the other, as a column of a frame.

    What is absent is null.
    """
    first, _ = chunks[0]
    if all(_is_same(value, first) for value, _ in chunks):
        is_absent = first is None or first != first  # noqa: PLR0124 -- NaN is not itself
        return pl.lit(None if is_absent else first, dtype).alias(name)
    parts = [
        pl.Series(name, whole(np.nan if value is None else value, count), nan_to_null=True)
        for value, count in chunks
    ]
    series = pl.concat(parts) if len(parts) > 1 else parts[0]
    return series if series.dtype == dtype else series.cast(dtype)


def words_of(name: str, words: pl.Series, codes: Column) -> pl.Series | pl.Expr:
    """The words that codes stand for, by their place among them; null for a negative one."""
    lowest = codes.min(initial=0)
    if lowest >= 0 and (len(words) == 1 or (codes == codes[:1]).all()):
        return pl.lit(words[int(codes[0])] if len(codes) else None, pl.String).alias(name)
    index = pl.Series(codes)
    return words.gather(index.set(index < 0, None) if lowest < 0 else index).alias(name)


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


def _is_same(value: Number, other: Number) -> bool:
    """Whether neither varies and both are one float, or absent."""
    if isinstance(value, np.ndarray) or isinstance(other, np.ndarray):
        return False
    return bool(value is other or value == other)
