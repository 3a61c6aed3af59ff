"""The rules between cells, rows and tables: what is checked before a release is used."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

import polars as pl

from pricing.errors import BadRow, CatalogError
from pricing.releases.columns import Column
from pricing.releases.schema import ALIASES, NEEDED, TABLES, UNITS
from pricing.releases.sheet import Sheet

SPOT_NOTE = "above on-demand"
"""What the notes of a spot row must say when it is dearer than on-demand."""

WITH_UNITS = frozenset({"assumptions", "power"})
"""Tables whose rows name a unit that the registry must know."""

Removed = Mapping[tuple[str, str], tuple[str, int]]
"""File and line that remove a row, by its table and key."""


def check_rows(sheet: Sheet) -> None:
    """The rules between the cells of a row, and between the rows of a table. Raises BadRow."""
    frame = sheet.frame
    if sheet.table.name == "prices":
        _check_periods(sheet)
        _check_spot(sheet)
    elif sheet.table.name == "models":
        above = frame["active_parameters"] > frame["parameters"]
        _refuse_first(sheet, above, "active_parameters above parameters")
        apart = frame["window_kv_heads"].is_null() != frame["window_kv_values"].is_null()
        _refuse_first(sheet, apart, "window_kv_heads and window_kv_values need each other")
    elif sheet.table.name in WITH_UNITS:
        _refuse_first(sheet, ~frame["unit"].is_in(list(UNITS)), "unknown unit {unit!r}")


def check_whole(sheets: Mapping[str, Sheet], *, of: Path, removed: Removed | None = None) -> None:
    """The rules that span tables.

    of: the file or directory of the release; removed: rows that an overlay takes away. Raises
    CatalogError for a table without which no question has an answer, BadRow for the first row that
    names one of another table which is not there.
    """
    lacking = [name for name in NEEDED if name not in sheets or not sheets[name].frame.height]
    if lacking:
        raise CatalogError(f"{of}: a release has rows of {', '.join(lacking)}")
    for sheet in sheets.values():
        for column in sheet.table.columns:
            if column.references:
                _check_reference(sheets, sheet, column, removed or {})


def _check_reference(
    sheets: Mapping[str, Sheet], sheet: Sheet, column: Column, removed: Removed
) -> None:
    target = str(column.references)
    known = sheets[target].frame[TABLES[target].key[0]]
    values = sheet.frame[column.name]
    position = (~values.is_in(known.implode()) & values.is_not_null()).arg_true()
    if not len(position):
        return
    row, value = int(position[0]), values[int(position[0])]
    if (target, value) in removed and not sheet.is_own(row):
        file, line = removed[target, value]
        reason = f"{target} {value!r} is still named by {sheet.table.name} {sheet.keys[row]}"
        raise BadRow(file=file, row=line, reason=reason)
    sheet.refuse(
        row, f"{column.name} {value!r} is not in {target}", nearest=_nearest(value, sheets, target)
    )


def _nearest(value: str, sheets: Mapping[str, Sheet], target: str) -> list[str]:
    """The keys that are most like a name, or that have an alias that is."""
    key = TABLES[target].key[0]
    names = {name.lower(): name for name in sheets[target].frame[key]}
    if target in ALIASES:
        aliases = sheets[ALIASES[target]].frame.select("alias", key).rows()
        names = {alias.lower(): name for alias, name in aliases} | names
    close = get_close_matches(value.lower(), names, n=5)
    return list(dict.fromkeys(names[one] for one in close))


def _refuse_first(sheet: Sheet, wrong: pl.Series, reason: str) -> None:
    position = wrong.fill_null(value=False).arg_true()
    if len(position):
        row = int(position[0])
        sheet.refuse(row, reason.format(**sheet.frame.row(row, named=True)))


def _check_periods(sheet: Sheet) -> None:
    """No period ends before it starts, and no two of one key share a day."""
    prices = sheet.frame
    _refuse_first(
        sheet,
        prices["effective_to"] <= prices["effective_from"],
        "the period ends on {effective_to}, before it has begun on {effective_from}",
    )
    key = [name for name in sheet.table.key if name != "effective_from"]
    # The table is sorted by its key and then by day, so neighbours are enough.
    before = prices.select(
        pl.col("effective_to").shift(1).over(key, order_by="effective_from").alias("previous_end"),
        pl.int_range(pl.len()).shift(1).over(key).is_not_null().alias("follows"),
    )
    overlapping = before["follows"] & (
        before["previous_end"].is_null() | (before["previous_end"] > prices["effective_from"])
    )
    position = overlapping.fill_null(value=False).arg_true()
    if len(position):
        row = int(position[0])
        place = "{provider} {region} {instance_type} {option}".format(**prices.row(row, named=True))
        if sheet.is_own(row):
            sheet.refuse(row, f"overlaps the period before it of {place}")
        sheet.refuse(row - 1, f"overlaps the period after it of {place}")


def _check_spot(sheet: Sheet) -> None:
    """Spot above on-demand on the same day, without a note that says so, is a mistake."""
    where = ["provider", "region", "instance_type"]
    indexed = sheet.frame.with_row_index("row")
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
        row, other = int(both["row"][0]), int(both["row_other"][0])
        if sheet.is_own(row):
            sheet.refuse(row, f"spot is dearer than on-demand, and no note says {SPOT_NOTE!r}")
        sheet.refuse(other, f"on-demand is cheaper than spot, and no note says {SPOT_NOTE!r}")
