"""Summaries of listings of the catalogue, and of single rows."""

from service.summaries.figures import usd
from service.summaries.parts import Fields

MOST_NAMES = 20

NAMES = ("id", "device", "model", "name")
"""Fields that name a row; the first that it has is used."""


def catalog_summary(answer: Fields) -> str:
    """The number of matching rows, and their names."""
    total = answer["total_count"]
    text = "1 row matches" if total == 1 else f"{total:,} rows match"
    names = [_named(row) for row in answer["rows"][:MOST_NAMES]]
    left = total - answer["offset"] - len(names)
    if names:
        text += f": {'; '.join(names)}{f' and {left:,} more' if left > 0 else ''}"
    provenance = answer.get("provenance")
    return f"{text} (release {provenance['catalog']})." if provenance else f"{text}."


def row_summary(answer: Fields) -> str:
    """What names a row, and where it was published."""
    row, release = answer["row"], answer["provenance"]["catalog"]
    told = _named(row) if "instance_type" in row else answer["id"]
    return f"{told}. Source: {row['source']} ({row['confidence']}, release {release})."


def _named(row: Fields) -> str:
    """The name of a row; a price and an assumption with their value, a change with its kind."""
    if "instance_type" in row:
        parts = (row["provider"], row["region"], row["instance_type"], row["option"])
        return f"{' '.join(filter(None, parts))} at {usd(row['usd_per_hour'])} an hour {_held(row)}"
    if "change" in row:
        return f"{row['change']} {row['key']} of {row['table']}"
    if "key" in row:
        return f"{row['key']} {row['value']:.6g} {row['unit']}"
    return next(str(row[name]) for name in NAMES if row.get(name) is not None)


def _held(row: Fields) -> str:
    """The days on which a price holds."""
    if row["effective_to"] is None:
        return f"since {row['effective_from']}"
    return f"from {row['effective_from']} until {row['effective_to']}"
