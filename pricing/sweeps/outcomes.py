"""Outcomes: the results of rows as expressions, worked out ahead where many rows share them."""

import polars as pl
from msgspec import Struct

from pricing.numerics.number import Number
from pricing.sweeps.sheet import Sheet


class Bill(Struct, frozen=True):
    """The results of a row, as expressions of a sheet's first columns.

    refusal: why a row has none, and then its results do not count.
    """

    sheet: Sheet
    results: dict[str, Number]
    refusal: dict[str, pl.Expr]

    @property
    def names(self) -> tuple[str, ...]:
        """What it says of a row."""
        return (*self.results, *self.refusal)

    @property
    def needed(self) -> frozenset[str]:
        """The columns that it rests on."""
        return frozenset().union(*map(self.sheet.roots, self._values.values()))

    @property
    def _values(self) -> dict[str, Number]:
        return self.results | self.refusal

    def on(self, frame: pl.DataFrame) -> pl.DataFrame:
        """The results of a frame of these columns."""
        return _answered(self.sheet.on(frame).collect(self._values), tuple(self.results))

    def ahead(self, frame: pl.DataFrame) -> "Ahead":
        """What rests on a frame alone, worked out on it."""
        known = frozenset(frame.columns)
        values = self._values
        whole = {name: value for name, value in values.items() if self.sheet.roots(value) <= known}
        rest = [value for name, value in values.items() if name not in whole]
        found = self.sheet.on(frame).collect(
            {name: pl.col(name) for name in sorted(self.sheet.ready(rest, known))}
            | {f"out.{name}": value for name, value in whole.items()}
        )
        late = [name for name in self.results if name not in whole]
        if len(late) < len(self.results) and "refusal" in whole:
            early = tuple(f"out.{name}" for name in self.results if name in whole)
            found = _answered(found, early, refusal="out.refusal")
        else:
            late = list(self.results)
        alike = {
            column.name: pl.lit(column[0], column.dtype)
            for column in found.iter_columns()
            if _is_constant(column)
        }
        return Ahead(
            frame=found.drop(alike).rechunk(),
            alike=alike,
            sheet=self.sheet,
            values={
                name: pl.col(f"out.{name}") if name in whole else value
                for name, value in values.items()
            },
            late=tuple(late),
        )


class Ahead(Struct, frozen=True):
    """A bill of which a part is worked out, on fewer rows than it has in the end.

    frame: what is worked out and differs between rows, alike: what does not; values: of the bill,
    as expressions of these and of what is not worked out yet; late: the results that are still to
    be taken from rows that are refused.
    """

    frame: pl.DataFrame
    alike: dict[str, pl.Expr]
    sheet: Sheet
    values: dict[str, Number]
    late: tuple[str, ...]

    def on(self, places: pl.Series, others: pl.DataFrame) -> pl.DataFrame:
        """The results of rows that have their part of it at some places; others: what is not."""
        near = self.frame[places] if self.frame.width else places.alias("place").to_frame()
        parts = [near, others] if others.width else [near]
        whole = pl.concat(parts, how="horizontal").with_columns(**self.alike)
        return _answered(self.sheet.on(whole).collect(self.values), self.late)


def _answered(
    rows: pl.DataFrame, results: tuple[str, ...], *, refusal: str = "refusal"
) -> pl.DataFrame:
    """Rows that are refused have no results."""
    if rows[refusal].null_count() == rows.height:
        return rows
    answered = pl.col(refusal).is_null()
    return rows.with_columns(pl.when(answered).then(pl.col(name)).alias(name) for name in results)


def _is_constant(column: pl.Series) -> bool:
    missing = column.null_count()
    if missing:
        return missing == len(column)
    return bool((column == column[0]).all())
