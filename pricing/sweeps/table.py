"""Tables of scenarios: cells checked against the fields of a query, row by row."""

from collections.abc import Collection, Mapping, Sequence

import polars as pl
from msgspec import Struct

from pricing.quote.doubts.words import hint_of
from pricing.quote.messages import NO_BREAK
from pricing.sweeps.fields import (
    LONGEST_TEXT,
    TYPES,
    Field,
    Kind,
    fields_of,
    find_field,
    rule_of,
    wholes_of,
)
from pricing.sweeps.query import Scalar
from pricing.sweeps.scenarios import Table

DEFAULTED = "defaulted_fields"
"""A column that says of which fields a row takes the default."""

INVALID_ROW = "refused"
"""A column that says what is wrong with a row's cells; null where nothing is."""

PARTS: Mapping[Kind, tuple[type, ...]] = {"text": (str,), "number": (int, float), "truth": (bool,)}
"""What a cell may be that says itself what it is, as those of JSON do."""


def column_of(name: str, values: Sequence[Scalar]) -> pl.Series:
    """A column of values that stay what they are: a text, a number or a truth.

    >>> column_of("model", ["llama-3.1-8b", 8.0]).to_list()[1]
    {'text': None, 'number': 8.0, 'truth': None}
    """
    parts = {
        part: [value if type(value) in types else None for value in values]
        for part, types in PARTS.items()
    }
    columns = [pl.Series(part, values, TYPES[part], strict=False) for part, values in parts.items()]
    return pl.DataFrame(columns).to_struct(name)


def table_of(frame: pl.DataFrame, query: type[Struct]) -> Table:
    """The scenarios of a table whose columns are fields by dotted name; empty cells are null.

    A cell that cannot be is null, and its row has the reason in the column INVALID_ROW: of the
    first field of the query, in whatever order the columns stand. Raises UnknownName for a column
    that is no field.
    """
    columns, reasons = [], {}
    for column in frame.iter_columns():
        field = find_field(query, column.name, place=column.name)
        clean, wrong = checked(column, field)
        columns.append(clean)
        if wrong.any():
            told = pl.format(
                "{}: {} {}{}",
                pl.lit(field.name),
                _shown(column),
                pl.lit(rule_of(field)),
                pl.lit(_hints(column, wrong, field)),
            )
            reasons[field.name] = pl.select(pl.when(pl.lit(wrong)).then(told)).to_series()
    whole = pl.DataFrame(columns)
    ordered = [name for name in fields_of(query) if name in whole.columns]
    in_turn = [reasons[name] for name in ordered if name in reasons]
    in_turn += _contradictions(whole.select(ordered))
    if in_turn:
        reason = pl.select(pl.coalesce(*map(pl.lit, in_turn))).to_series()
        whole = whole.with_columns(reason.alias(INVALID_ROW))
    return Table(whole)


def empty_cells(frame: pl.DataFrame, *, but: Collection[str]) -> pl.Series | None:
    """The names of the columns in which each row has an empty cell; None where no row has one.

    but: columns whose empty cells take a value of the base.
    """
    empty = [
        pl.select(pl.when(~pl.lit(given)).then(pl.lit(column.name))).to_series()
        for column in frame.iter_columns()
        if column.name not in but and not (given := _is_given(column)).all()
    ]
    if not empty:
        return None
    names = pl.concat_str([pl.lit(one) for one in empty], separator=", ", ignore_nulls=True)
    said = pl.select(names.alias(DEFAULTED)).to_series()
    return said.set(said == "", None)


def _is_given(column: pl.Series) -> pl.Series:
    """Where a column has cells that are not empty."""
    if column.dtype == pl.Struct:
        parts = (column.struct.field(part).is_not_null() for part in PARTS)
        return pl.select(pl.any_horizontal(parts)).to_series()
    if column.dtype == pl.String:
        return (column.str.strip_chars() != "").fill_null(value=False)
    return column.is_not_null()


def _contradictions(table: pl.DataFrame) -> list[pl.Series]:
    """Where rows name a thing, and give its parts."""
    found = []
    names = frozenset(table.columns)
    for part in table.columns:
        for whole in wholes_of(part, names):
            both = pl.col(whole).is_not_null() & pl.col(part).is_not_null()
            told = pl.lit(f"{whole} and {part} say the same twice")
            found.append(table.select(pl.when(both).then(told)).to_series())
    return found


def checked(column: pl.Series, field: Field) -> tuple[pl.Series, pl.Series]:
    """A column in the field's type, and where its cells cannot be."""
    own, is_given = _own(column, field)
    value = pl.col(field.name)
    fine = value.is_not_null()
    if field.kind == "text":
        fine &= value.str.len_chars().is_between(field.shortest, LONGEST_TEXT)
    if field.choices:
        fine &= value.is_in(field.choices)
    if field.pattern:
        fine &= value.str.contains(field.pattern.removesuffix(NO_BREAK))
    if field.kind in {"number", "integer"}:
        fine &= value.is_finite()
        if field.low is not None:
            fine &= value >= field.low
        if field.high is not None:
            fine &= value <= field.high
        if field.kind == "integer":
            fine &= value == value.floor()
    fine = fine.fill_null(value=False)
    found = (
        own.alias(field.name)
        .to_frame()
        .select(pl.when(fine).then(value).cast(field.dtype), wrong=pl.lit(is_given) & ~fine)
    )
    return found[field.name], found["wrong"]


def _own(column: pl.Series, field: Field) -> tuple[pl.Series, pl.Series]:
    """The cells that are of the field's kind, and where there are any.

    A column of plain text, as those of CSV, holds what it reads as.
    """
    part: Kind = "number" if field.kind == "integer" else field.kind
    if column.dtype == pl.Struct:
        return column.struct.field(part), _is_given(column)
    if column.dtype == pl.String:
        return _read(column, part)
    is_own = (part == "number" and column.dtype.is_numeric()) or column.dtype == TYPES[part]
    return (column if is_own else column.clear(len(column))).cast(TYPES[part]), column.is_not_null()


def _read(column: pl.Series, part: Kind) -> tuple[pl.Series, pl.Series]:
    """The cells that a text reads as, and where it is not empty."""
    text = column.str.strip_chars()
    text = text.set(text == "", None)
    is_given = text.is_not_null()
    if part == "truth":
        truths = {"true": True, "false": False}
        read = text.str.to_lowercase().replace_strict(truths, default=None, return_dtype=pl.Boolean)
        return read, is_given
    return text.cast(TYPES[part], strict=False), is_given


def _hints(column: pl.Series, wrong: pl.Series, field: Field) -> pl.Series:
    """What to give instead of the numbers that cannot be."""
    if field.kind not in {"number", "integer"}:
        return pl.Series([""] * len(column), dtype=pl.String)
    numbers, _ = _own(column, field)
    asked = zip(wrong, numbers, strict=True)
    return pl.Series(
        [hint_of(field.name, value) if is_wrong else "" for is_wrong, value in asked],
        dtype=pl.String,
    )


def _shown(column: pl.Series) -> pl.Expr:
    """The cells as a refusal shows them; a text among JSON in quotes."""
    if column.dtype != pl.Struct:
        return pl.lit(column.cast(pl.String, strict=False).str.slice(0, 100))
    texts, *others = (pl.lit(column.struct.field(part)) for part in PARTS)
    quoted = pl.format('"{}"', texts.str.slice(0, 100))
    return pl.coalesce(quoted, *(other.cast(pl.String) for other in others))
