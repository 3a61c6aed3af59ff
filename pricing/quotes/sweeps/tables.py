"""Tables of scenarios: cells checked against the fields of a query, row by row."""

import polars as pl
from msgspec import Struct

from pricing.quotes.sweeps.fields import Field, find_field
from pricing.quotes.sweeps.scenarios import Table

INVALID_ROW = "refused"
"""A column that says what is wrong with a row's cells; null where nothing is."""


def table_of(frame: pl.DataFrame, query: type[Struct]) -> Table:
    """The scenarios of a table whose columns are fields by dotted name; empty cells are null.

    A cell that cannot be is null, and its row has the reason in the column INVALID_ROW. Raises
    UnknownName for a column that is no field.
    """
    columns, reasons = [], []
    for column in frame.iter_columns():
        field = find_field(query, column.name, place=column.name)
        clean, wrong = _checked(column, field)
        columns.append(clean)
        if wrong.any():
            shown = column.cast(pl.String, strict=False).str.slice(0, 100)
            reasons.append(
                pl.select(
                    pl.when(pl.lit(wrong)).then(
                        pl.format(
                            "{}: {} {}", pl.lit(field.name), pl.lit(shown), pl.lit(_rule(field))
                        )
                    )
                ).to_series()
            )
    whole = pl.DataFrame(columns)
    if reasons:
        reason = pl.select(pl.coalesce(*map(pl.lit, reasons))).to_series()
        whole = whole.with_columns(reason.alias(INVALID_ROW))
    return Table(whole)


def _checked(column: pl.Series, field: Field) -> tuple[pl.Series, pl.Series]:
    """A column in the field's type, and where its cells cannot be."""
    text = column.dtype == pl.String
    cells = pl.col(column.name)
    if text:
        cells = cells.str.strip_chars()
        cells = pl.when(cells != "").then(cells)
    given = cells.is_not_null()
    if field.kind == "truth":
        value = (
            cells.cast(pl.String)
            .str.to_lowercase()
            .replace_strict({"true": True, "false": False}, default=None, return_dtype=pl.Boolean)
        )
        fine = value.is_not_null()
    elif field.kind == "text":
        value = cells.cast(pl.String, strict=False)
        fine = value.is_not_null()
        if field.choices:
            fine &= value.is_in(field.choices)
        if field.pattern:
            fine &= value.str.contains(field.pattern)
    else:
        value = cells.cast(pl.Float64, strict=False)
        fine = value.is_finite()
        if field.low is not None:
            fine &= value >= field.low
        if field.high is not None:
            fine &= value <= field.high
        if field.kind == "integer":
            fine &= value == value.floor()
    fine = fine.fill_null(value=False)
    found = column.to_frame().select(value=pl.when(fine).then(value), wrong=given & ~fine)
    kept = (
        found["value"].cast(field.dtype).fill_null(field.default)
        if field.default is not None
        else found["value"].cast(field.dtype)
    )
    return kept.alias(field.name), found["wrong"]


def _rule(field: Field) -> str:
    """What a cell of a field must be."""
    if field.kind == "text":
        return f"is not one of {', '.join(field.choices)}" if field.choices else "is not valid text"
    whole = "a whole number" if field.kind == "integer" else "a number"
    if field.low is None or field.high is None:
        return f"is not {whole}"
    return f"is not {whole} between {field.low:g} and {field.high:g}"
