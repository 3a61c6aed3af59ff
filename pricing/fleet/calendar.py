"""The calendar of a horizon: its months, with their weekdays and hours."""

from calendar import monthrange
from datetime import date
from functools import lru_cache

import numpy as np
from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.fleet.arrays import Array
from pricing.quote.context import day_of
from pricing.units import HOURS_PER_DAY

WEEK, WORKWEEK = 7, 5

FIRST_YEAR, LAST_YEAR = 2000, 2199
"""First and last year that a service may start in. The calendar continues beyond the last."""


class Span(Struct, frozen=True):
    """A month of the horizon: from one day up to the same day of the next month."""

    label: str
    first_day: int
    weekday_count: int
    weekend_day_count: int
    hours: float


def first_day(start: str | None, as_of: str) -> date:
    """The first day of the horizon. Raises InvalidQuery for a day outside the supported years."""
    if start is None:
        day = date.fromisoformat(as_of)
        if FIRST_YEAR <= day.year <= LAST_YEAR:
            return day if day.day == 1 else _later(day.replace(day=1), 1)
        raise _out_of_range(as_of, day, field="as_of")
    day = day_of(start if start.count("-") > 1 else f"{start}-01", field="start")
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise _out_of_range(start, day, field="start")
    return day


def _out_of_range(given: str, day: date, *, field: str) -> InvalidQuery:
    if day.year > LAST_YEAR:
        detail = f"a service starts in {LAST_YEAR} at the latest: {given} is later"
        return InvalidQuery(detail, field=field, nearest=[f"{LAST_YEAR}-12-01"])
    detail = f"a service starts in {FIRST_YEAR} at the earliest: {given} is earlier"
    return InvalidQuery(detail, field=field, nearest=[f"{FIRST_YEAR}-01-01"])


class Calendar(Struct, frozen=True, eq=False):
    """Months, with their days and hours as columns."""

    spans: tuple[Span, ...]
    weekdays: Array
    weekend_days: Array
    hours: Array


@lru_cache(maxsize=256)
def calendar(first: date, count: int) -> Calendar:
    """The months from a first day on. A day that a month lacks becomes the month's last day."""
    starts = [_later(first, months) for months in range(count + 1)]
    spans = tuple(map(_span, starts, starts[1:]))
    return Calendar(
        spans,
        np.array([float(span.weekday_count) for span in spans]),
        np.array([float(span.weekend_day_count) for span in spans]),
        np.array([span.hours for span in spans]),
    )


def _later(day: date, months: int) -> date:
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def _span(start: date, end: date) -> Span:
    days = (end - start).days
    weeks, rest = divmod(days, WEEK)
    weekdays = weeks * WORKWEEK + sum(
        (start.weekday() + day) % WEEK < WORKWEEK for day in range(rest)
    )
    return Span(
        f"{start:%Y-%m}", start.toordinal(), weekdays, days - weekdays, days * HOURS_PER_DAY
    )
