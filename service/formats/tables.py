"""An answer as a table of frames, with units and safe text for spreadsheets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Self

import polars as pl

from pricing.units import SUFFIXES
from service.sentences.sentence import Sentence

FORMULA_STARTS = r"(^|;)([\s\p{Cf}]*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]|[\t\r\n])"
"""The beginning of a formula in a spreadsheet, in full width too, and after a semicolon.

Where the semicolon separates cells, a cell begins after it.
"""

MAY_START = r"^[^0-9A-Za-z]|;"
"""A cheaper test: most columns hold no text that could begin a formula."""

EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""The creation date of every workbook: the same answer gives the same bytes."""

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
"""Endings that may follow the unit in a name."""


@dataclass(frozen=True, kw_only=True)
class TableAnswer:
    """An answer as a table.

    schema: columns and their types, the same in every frame; count: rows in total; notes: the
    provenance, by name; sentence: for a person, made from all rows; beside: the columns that
    Markdown has below the sentence, None for all columns and no sentence; sheets: what only a
    workbook has besides, by name.
    """

    schema: Mapping[str, pl.DataType]
    count: int
    frames: Iterator[pl.DataFrame]
    sentence: Callable[[Iterator[pl.DataFrame]], Sentence]
    beside: Sequence[str] | None = None
    notes: Mapping[str, str] = field(default_factory=dict)
    sheets: Mapping[str, pl.DataFrame] = field(default_factory=dict)

    @classmethod
    def of(cls, frame: pl.DataFrame, sentence: Callable[[], Sentence], **besides: Any) -> Self:
        """A table that is there as a whole; besides: the other fields."""
        return cls(
            schema=frame.schema,
            count=frame.height,
            frames=iter([frame]),
            sentence=lambda _: sentence(),
            **besides,
        )


def neutralised(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame, with an apostrophe before text that a spreadsheet would run as a formula."""
    texts = [
        name
        for name, kind in frame.schema.items()
        if kind == pl.String and frame[name].str.contains(MAY_START).any()
    ]
    return frame.with_columns(
        pl.col(name).str.replace_all(FORMULA_STARTS, "${1}'${2}") for name in texts
    )


def unit_of(column: str) -> str:
    """The unit at the end of a column's name, in words; empty for text and plain counts.

    Fields below a name with a unit have the same unit.

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
