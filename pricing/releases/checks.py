"""The rules of the tables: what is checked of every row before a release is used."""

import io
from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl

from pricing.errors import BadRow, CatalogError
from pricing.releases.columns import Column, Kind, Table
from pricing.releases.schema import TABLES, UNITS

HEADER_LINES = 1
"""Line 1 is the header, and frames count rows from 0."""

SPOT_NOTE = "above on-demand"
"""What the notes of a spot row must say when it is dearer than on-demand."""

WITH_UNITS = frozenset({"assumptions", "power", "calibration"})
"""Tables whose rows name a unit that the registry must know."""

_TYPES = {
    Kind.NUMBER: pl.Float64,
    Kind.INTEGER: pl.Int64,
}


def check_table(table: Table, content: bytes, *, file: str) -> pl.DataFrame:
    """The table as a frame of the schema's types.

    Raises BadRow for the first row that is of the wrong type, empty where a value is
    required, out of bounds, not one of the choices, a duplicate, out of order, or against the
    others of its table.
    """
    if b"\r" in content:
        raise CatalogError(f"{file}: lines must end in LF alone")
    try:
        text = pl.read_csv(io.BytesIO(content), infer_schema=False)
    except pl.exceptions.PolarsError as error:
        raise CatalogError(f"{file}: not readable as CSV: {error}") from error
    if tuple(text.columns) != table.header:
        raise BadRow(file=file, row=1, reason=f"the columns must be {','.join(table.header)}")
    frame = text.select(_converted(column) for column in table.columns)
    _check_columns(table, text, frame, file=file)
    _check_key(table, frame, file=file)
    _check_rows(table, frame, file=file)
    return frame


def _converted(column: Column) -> pl.Expr:
    value = pl.col(column.name)
    if column.kind is Kind.TEXT:
        return value
    if column.kind is Kind.DAY:
        return value.str.to_date("%Y-%m-%d", strict=False)
    if column.kind is Kind.FLAG:
        return value.replace_strict(
            {"true": True, "false": False}, default=None, return_dtype=pl.Boolean
        )
    return value.cast(_TYPES[column.kind], strict=False)


def _check_columns(table: Table, text: pl.DataFrame, frame: pl.DataFrame, *, file: str) -> None:
    """Every rule of every column in one pass over the table."""
    both = frame.hstack(text.rename({name: _as_text(name) for name in text.columns}))
    rules = [
        (column.name, reason, wrong)
        for column in table.columns
        for reason, wrong in _column_rules(column)
    ]
    first = both.select(
        wrong.fill_null(value=False).arg_true().first().alias(str(number))
        for number, (_, _, wrong) in enumerate(rules)
    ).row(0)
    for row, (name, reason, _) in zip(first, rules, strict=True):
        if row is not None:
            cell = text[name][row]
            raise BadRow(file=file, row=row + HEADER_LINES + 1, reason=f"{name} {cell!r}: {reason}")


def _as_text(name: str) -> str:
    return f"{name} as text"


def _column_rules(column: Column) -> Iterator[tuple[str, pl.Expr]]:
    """Why a cell may be refused, and the rows where it is."""
    value, text = pl.col(column.name), pl.col(_as_text(column.name))
    if column.required:
        yield "a value is required", text.is_null()
    if column.kind is not Kind.TEXT:
        yield f"not a {column.kind.value}", text.is_not_null() & value.is_null()
    if column.kind is Kind.NUMBER:
        yield "not finite", ~value.is_finite()
    if column.minimum is not None:
        yield f"below {column.minimum:g}", value < column.minimum
    if column.maximum is not None:
        yield f"above {column.maximum:g}", value > column.maximum
    if column.choices is not None:
        yield f"not one of {sorted(column.choices)}", ~value.is_in(list(column.choices))


def _check_key(table: Table, frame: pl.DataFrame, *, file: str) -> None:
    keys = frame.select(pl.struct(pl.col(table.key).cast(pl.String).fill_null("")).alias("key"))
    repeated = keys["key"].is_duplicated().arg_true()
    if len(repeated):
        raise BadRow(
            file=file,
            row=repeated[1] + HEADER_LINES + 1,
            reason=f"a second row for {keys['key'][repeated[1]]}",
        )
    ordered = frame.with_row_index("row").sort(
        [pl.col(name).cast(pl.String).fill_null("") for name in table.key], maintain_order=True
    )["row"]
    moved = (ordered != pl.int_range(len(ordered), eager=True, dtype=pl.UInt32)).arg_true()
    if len(moved):
        raise BadRow(
            file=file,
            row=moved[0] + HEADER_LINES + 1,
            reason=f"rows must be sorted by {', '.join(table.key)}",
        )


def check_references(frames: Mapping[str, pl.DataFrame], *, directory: Path) -> None:
    """The rules that span tables. Raises BadRow for the first row that breaks one."""
    for table in TABLES.values():
        for column in table.columns:
            if column.references:
                _check_reference(frames, table, column, directory=directory)


def _check_rows(table: Table, frame: pl.DataFrame, *, file: str) -> None:
    """The rules between the cells of a row, and between the rows of a table."""
    if table.name == "prices":
        _check_periods(frame, file=file)
        _check_spot(frame, file=file)
    elif table.name in WITH_UNITS:
        unknown = ~frame["unit"].is_in(list(UNITS))
        _refuse_rows(frame, unknown, "unknown unit {unit!r}", file=file)
    elif table.name == "models":
        above = frame["active_parameters"] > frame["parameters"]
        _refuse_rows(frame, above, "active_parameters above parameters", file=file)
        apart = frame["window_kv_heads"].is_null() != frame["window_kv_values"].is_null()
        _refuse_rows(
            frame, apart, "window_kv_heads and window_kv_values need each other", file=file
        )


def _refuse_rows(frame: pl.DataFrame, wrong: pl.Series, reason: str, *, file: str) -> None:
    position = wrong.fill_null(value=False).arg_true()
    if len(position):
        row = int(position[0])
        raise BadRow(
            file=file,
            row=row + HEADER_LINES + 1,
            reason=reason.format(**frame.row(row, named=True)),
        )


def _check_reference(
    frames: Mapping[str, pl.DataFrame], table: Table, column: Column, *, directory: Path
) -> None:
    target = TABLES[str(column.references)]
    known = frames[target.name][target.key[0]]
    values = frames[table.name][column.name]
    _refuse_rows(
        frames[table.name],
        ~values.is_in(known.implode()) & values.is_not_null(),
        f"{column.name} {{{column.name}!r}} is not in {target.name}",
        file=str(directory / f"{table.name}.csv"),
    )


def _check_periods(prices: pl.DataFrame, *, file: str) -> None:
    """No period ends before it starts, and no two of one key share a day."""
    _refuse_rows(
        prices,
        prices["effective_to"] <= prices["effective_from"],
        "the period ends on {effective_to}, before it has begun on {effective_from}",
        file=file,
    )
    key = [name for name in TABLES["prices"].key if name != "effective_from"]
    # The table is sorted by its key and then by day, so neighbours are enough.
    before = prices.select(
        pl.col("effective_to").shift(1).over(key, order_by="effective_from").alias("previous_end"),
        pl.int_range(pl.len()).shift(1).over(key).is_not_null().alias("follows"),
    )
    overlapping = before["follows"] & (
        before["previous_end"].is_null() | (before["previous_end"] > prices["effective_from"])
    )
    _refuse_rows(
        prices,
        overlapping,
        "overlaps the period before it of {provider} {region} {instance_type} {option}",
        file=file,
    )


def _check_spot(prices: pl.DataFrame, *, file: str) -> None:
    """Spot above on-demand on the same day, without a note that says so, is a mistake."""
    where = ["provider", "region", "instance_type"]
    indexed = prices.with_row_index("row")
    explained = pl.col("notes").fill_null("").str.contains(SPOT_NOTE, literal=True)
    spot = indexed.filter((pl.col("option") == "spot") & ~explained)
    on_demand = indexed.filter(pl.col("option") == "on_demand")
    never = pl.date(9999, 1, 1)
    both = spot.join(on_demand, on=where, suffix="_other").filter(
        (pl.col("effective_from") < pl.col("effective_to_other").fill_null(never))
        & (pl.col("effective_from_other") < pl.col("effective_to").fill_null(never))
        & (
            pl.col("usd_per_hour") / pl.col("device_count")
            > pl.col("usd_per_hour_other") / pl.col("device_count_other")
        )
    )
    if both.height:
        row = int(both["row"][0])
        raise BadRow(
            file=file,
            row=row + HEADER_LINES + 1,
            reason=f"spot is dearer than on-demand, and no note says {SPOT_NOTE!r}",
        )
