"""Columns of a table of scenarios that are no fields of a question: they pass through."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import polars as pl
from msgspec import Struct

from pricing.catalog.names import nearest
from pricing.errors import InvalidQuery, UnknownName
from pricing.quote.answer import LABEL
from pricing.quote.messages import expected, placed
from pricing.quote.query import Labels
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.table import PARTS

MOST_LABELS = 50


class LabelColumns(Struct, frozen=True):
    """The labels of every row: shared, by column, and those of a table, None without any."""

    shared: Mapping[str, str] = {}
    frame: pl.DataFrame | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Their columns."""
        own = () if self.frame is None else self.frame.columns
        return tuple(dict.fromkeys((*own, *self.shared)))

    def beside(self, batch: pl.DataFrame, start: int) -> pl.DataFrame:
        """The rows from a place on with their labels. A shared one fills empty cells."""
        if self.frame is not None:
            batch = batch.with_columns(self.frame.slice(start, batch.height))
        for name, text in self.shared.items():
            own = pl.col(name) if name in batch.columns else pl.lit(None, pl.String)
            batch = batch.with_columns(own.fill_null(text).alias(name))
        return batch


def is_label(name: str, query: SweepQuery) -> bool:
    """Whether a column of a table of scenarios is a label."""
    return name in query.labels or (name.startswith(LABEL) and len(name) > len(LABEL))


def parted(
    frame: pl.DataFrame, query: SweepQuery, fields: Collection[str], results: Collection[str]
) -> tuple[pl.DataFrame, LabelColumns]:
    """A table of scenarios without its labels, and the labels as text.

    fields: of a question; results: of a row. Raises InvalidQuery for a label with the name of one
    of these, and UnknownName for one that no column has.
    """
    for name in query.labels:
        if name in fields or name in results:
            what = "field of the question" if name in fields else "result"
            raise InvalidQuery(
                f"{name} is a {what}: call the column {LABEL}{name}",
                field="labels",
                nearest=[f"{LABEL}{name}"],
            )
        if name not in frame.columns:
            raise UnknownName(
                f"the table has no column {name[:200]!r}",
                field="labels",
                nearest=nearest(name, frame.columns),
            )
    names = [name for name in frame.columns if is_label(name, query)]
    if len(names) > MOST_LABELS:
        raise InvalidQuery(
            f"{len(names)} labels are more than the {MOST_LABELS} that a table may have",
            field="labels",
        )
    own = pl.DataFrame([_text(frame[name]) for name in names]) if names else None
    return frame.drop(names), LabelColumns(shared_labels(query), own)


def shared_labels(query: SweepQuery) -> Mapping[str, str]:
    """The labels of the base, by the name of their column. Raises InvalidQuery."""
    given: Any = query.base.get("labels") or {}
    try:
        labels = msgspec.convert(given, Labels)
    except msgspec.ValidationError as error:
        raise InvalidQuery(expected(placed(error)[0]), field="base.labels") from None
    return {f"{LABEL}{name}": text for name, text in labels.items()}


def _text(column: pl.Series) -> pl.Series:
    """The cells of a column as text. A whole number has no point; an empty cell is null."""
    if column.dtype != pl.Struct:
        return _plain(column)
    parts = [_plain(column.struct.field(part)) for part in PARTS]
    return pl.select(pl.coalesce(*map(pl.lit, parts)).alias(column.name)).to_series()


def _plain(column: pl.Series) -> pl.Series:
    if column.dtype.is_float():
        text = column.cast(pl.String).str.strip_suffix(".0")
    else:
        text = column.cast(pl.String, strict=False)
    return text.set(text.str.strip_chars() == "", None)
