"""Tables: answers as frames that follow each other, with what a reader needs beside them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import polars as pl

from pricing.units import SUFFIXES

FORMULA_STARTS = r"(^|;)([\s\p{Cf}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|[\t\r\n])"
"""What a spreadsheet takes for a formula, in full width too, or skips before one.

After a semicolon as well: where it stands for the comma, a cell begins there.
"""

MAY_START = r"^[^0-9A-Za-z]|;"
"""What a text has that such may stand in: most columns have none, and this is sooner seen."""

ENDINGS = (
    "_all_in_low",
    "_all_in_high",
    "_all_in",
    "_low",
    "_high",
    "_mean",
    "_p10",
    "_p50",
    "_p90",
    "_distribution",
    "_total",
    "_paid",
    "_discounted",
    "_cumulative",
)
"""What may follow the unit in a name."""


@dataclass(frozen=True, kw_only=True)
class TableAnswer:
    """An answer as a table.

    schema: columns and their types, the same in every frame; count: rows in all; notes: what
    decides the answer, by name; sentence: the answer for a chat, made from all rows.
    """

    schema: Mapping[str, pl.DataType]
    count: int
    frames: Iterator[pl.DataFrame]
    sentence: Callable[[Iterator[pl.DataFrame]], str]
    notes: Mapping[str, str] = field(default_factory=dict)


def neutralised(frame: pl.DataFrame) -> pl.DataFrame:
    """Text that a spreadsheet would run as a formula, with an apostrophe before it."""
    texts = [
        name
        for name, kind in frame.schema.items()
        if kind == pl.String and frame[name].str.contains(MAY_START).any()
    ]
    return frame.with_columns(
        pl.col(name).str.replace_all(FORMULA_STARTS, "${1}'${2}") for name in texts
    )


def unit_of(column: str) -> str:
    """The unit that a column's name ends in, in words; empty for text and plain counts.

    What stands under a name that has one is in it too.

    >>> unit_of("line_items_usd.staff")
    'US dollars'
    """
    return next(filter(None, map(_unit_of, reversed(column.split(".")))), "")


def _unit_of(bare: str) -> str:
    """The unit of one part of a column's name."""
    for ending in ENDINGS:
        bare = bare.removesuffix(ending)
    quantity, _, per = bare.partition("_per_")
    for suffix in sorted(SUFFIXES, key=len, reverse=True):
        if quantity == suffix or quantity.endswith(f"_{suffix}"):
            unit = SUFFIXES[suffix]
            return f"{unit} per {per.replace('_per_', ' per ').replace('_', ' ')}" if per else unit
    return ""
