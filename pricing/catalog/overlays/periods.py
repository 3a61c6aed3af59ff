"""Periods of days, first day included and last day not, and what is left of them."""

from collections.abc import Iterable, Iterator
from datetime import date

Period = tuple[date, date]
"""The first day, and the first day after; FOREVER where it does not end."""

FOREVER = date.max
BEGINNING = date.min


def common(one: Period, other: Period) -> Period | None:
    """The days of both, None without any."""
    start, end = max(one[0], other[0]), min(one[1], other[1])
    return (start, end) if start < end else None


def without(period: Period, taken: Iterable[Period]) -> Iterator[Period]:
    """What is left of a period, in order.

    >>> days = [date(2026, month, 1) for month in (1, 3, 5, 7)]
    >>> [start.month for start, _ in without((days[0], days[3]), [(days[1], days[2])])]
    [1, 5]
    """
    start, end = period
    for first, last in sorted(taken):
        if last <= start or first >= end:
            continue
        if start < first:
            yield start, first
        start = max(start, last)
    if start < end:
        yield start, end
