"""Summary of a listing of the catalogue."""

from service.summaries.figures import usd
from service.summaries.parts import Whole

MOST_NAMES = 20

NAMES = ("id", "device", "model", "name")
"""Fields that name a row; the first that it has is used."""


def catalog_summary(whole: Whole) -> str:
    """The number of matching rows, and their names."""
    total = whole["total_count"]
    said = "1 row matches" if total == 1 else f"{total:,} rows match"
    names = [_named(row) for row in whole["rows"][:MOST_NAMES]]
    left = total - whole["offset"] - len(names)
    if names:
        said += f": {'; '.join(names)}{f' and {left:,} more' if left > 0 else ''}"
    provenance = whole.get("provenance")
    return f"{said} (release {provenance['catalog']})." if provenance else f"{said}."


def _named(row: Whole) -> str:
    """The name of a row; a price and an assumption with their value."""
    if "instance_type" in row:
        parts = (row["provider"], row["region"], row["instance_type"], row["option"])
        return f"{' '.join(filter(None, parts))} at {usd(row['usd_per_hour'])} an hour {_held(row)}"
    if "key" in row:
        return f"{row['key']} {row['value']:.6g} {row['unit']}"
    return next(str(row[name]) for name in NAMES if row.get(name) is not None)


def _held(row: Whole) -> str:
    """The days on which a price holds."""
    if row["effective_to"] is None:
        return f"since {row['effective_from']}"
    return f"from {row['effective_from']} until {row['effective_to']}"
