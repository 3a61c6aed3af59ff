"""What an import does: rows of a table of an overlay, and counts."""

from collections import Counter
from datetime import date
from math import isclose
from typing import Any

from msgspec import Struct, field

Row = dict[str, Any]


class Report(Struct):
    """What an import does.

    observed: the day of the files; of: what they are of; table: of the overlay, whose rows the
    counts are of; rows: to add or to replace, by key; gone: keys of rows to take out; row_count:
    rows of the files; line_count: those of accelerators, or what else they are of; mapped: lines
    that became rows; counts: of rows that are new, changed, ended, unchanged; left_out: reasons
    with counts of lines; left_out_prices: of prices whose line has another.
    """

    observed: date
    of: str = "accelerators"
    table: str = "prices"
    rows: dict[str, Row] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    row_count: int = 0
    line_count: int = 0
    mapped: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    left_out_prices: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)


def is_near(one: object, other: object, fraction: float) -> bool:
    """Whether two cells are one, numbers up to a share of the larger."""
    if isinstance(one, int | float) and isinstance(other, int | float):
        return isclose(one, other, rel_tol=fraction)
    return one == other
