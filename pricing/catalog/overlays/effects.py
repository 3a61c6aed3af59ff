"""What an overlay says row by row, and what it changes or hides of its base."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from pricing.releases.manifest import Release
from pricing.releases.sheet import Sheet

UNTOLD = frozenset({"source", "confidence", "date_quality", "notes"})
"""Columns whose change is no change of what an answer says."""


class Effect(Struct, frozen=True):
    """What a row does to its base.

    does: adds, replaces, ends (a row holds on fewer days), hides (a row is gone); place: file and
    line of the row, empty for one of the base; says: in words.
    """

    table: str
    key: str
    does: str
    place: str
    says: str


def effects(overlay: Release, base: Release) -> list[Effect]:
    """Every row of an overlay and every row of its base that changes, table by table."""
    return [
        effect
        for name, sheet in overlay.sheets.items()
        if sheet is not base.sheets[name]
        for effect in (*_own(sheet, base.sheets[name]), *_hidden(sheet, base.sheets[name]))
    ]


def _own(sheet: Sheet, base: Sheet) -> Iterator[Effect]:
    """The rows of the overlay."""
    before = base.by_key
    name = sheet.table.name
    for at, (key, row) in enumerate(sheet.by_key.items()):
        if not sheet.is_own(at):
            continue
        contract, known, line = row.get("contract"), before.get(key), sheet.lines[at]
        # a row that follows from a rate card has no line
        place = row["source"] if contract else f"{name}.csv, line {line}" if line else ""
        says = _in_words(row) if known is None or contract else _changes(known, row)
        does = "adds" if known is None or contract else "replaces"
        yield Effect(name, key, does, place, says)


def _hidden(sheet: Sheet, base: Sheet) -> Iterator[Effect]:
    """The rows of the base that are gone, or hold on other days."""
    after = sheet.by_key
    own = set(sheet.keys.filter(sheet.own)) if sheet.own is not None else set()
    for key, row in base.by_key.items():
        now = after.get(key)
        if now is None or (key in own and now.get("contract") != row.get("contract")):
            yield Effect(sheet.table.name, key, "hides", "", _in_words(row))
        elif key not in own and now != row:
            yield Effect(sheet.table.name, key, "ends", "", _changes(row, now))


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """What differs between two rows of one key."""
    changed = [
        f"{name} {_text(before[name])} to {_text(value)}"
        for name, value in after.items()
        if before[name] != value and name not in UNTOLD
    ]
    return "; ".join(changed) or "the same figures"


def _in_words(row: Mapping[str, Any]) -> str:
    """A price in words; of other tables the cells that are filled."""
    if "usd_per_hour" not in row:
        told = [f"{name} {_text(row[name])}" for name in row if row[name] is not None]
        return ", ".join(told[:8])
    usd, count = row["usd_per_hour"], row["device_count"]
    end = row["effective_to"]
    words = f"{usd:.6g} USD an hour, {usd / count:.6g} a device-hour"
    if count != 1:
        words += f" of {count:g} × {row['device'] or row['accelerator']}"
    words += f", from {row['effective_from']}{f' to before {end}' if end else ' on'}"
    if row["contract"]:
        listed = row["list_usd_per_hour"]
        words += f"; contract {row['contract']}; list price "
        words += "none" if listed is None else f"{listed:.6g} ({100 * (usd / listed - 1):+.3g}%)"
    return f"{words}; {row['notes']}" if row["notes"] else words


def _text(value: object) -> str:
    if value is None:
        return "none"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
