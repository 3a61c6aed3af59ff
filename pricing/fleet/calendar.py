"""The calendar of a horizon: its months, with their weekdays and hours."""

from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

import numpy as np
from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.numerics.number import Array
from pricing.quote.context import day_of
from pricing.units import HOURS_PER_DAY

WEEK, WORKWEEK = 7, 5

FIRST_YEAR, LAST_YEAR = 2000, 2199
"""First and last year that a service may start in. The calendar continues beyond the last."""


class Span(Struct, frozen=True):
    """A month of the calendar, or what is left of it when the service starts.

    fraction: its share of the days of the calendar month.
    """

    label: str
    first_day: int
    weekday_count: int
    weekend_day_count: int
    hours: float
    fraction: float


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
    """Months, with their days, hours and shares of a calendar month as columns."""

    spans: tuple[Span, ...]
    weekdays: Array
    weekend_days: Array
    hours: Array
    fractions: Array

    @property
    def late_hours(self) -> float:
        """Hours of the first month before the start, by which terms end later in their month."""
        return float(self.hours[0] * (1.0 / self.fractions[0] - 1.0))

    @property
    def in_whole_months(self) -> "Calendar":
        """The same months with the whole of the first."""
        first = date.fromordinal(self.spans[0].first_day)
        return self if first.day == 1 else calendar(first.replace(day=1), len(self.spans))


class TermCalendar(Struct, frozen=True, eq=False):
    """The months in which commitments serve.

    months: their number; hours: of each of them and of those that follow; late_hours: by which
    terms that reach the last month end later than a month does.
    """

    months: int
    hours: Array
    late_hours: float = 0.0

    def term_hours(self, months: int) -> Array:
        """Hours of a term of so many months, by the month that it begins in."""
        sums = np.concatenate([[0.0], self.hours.cumsum()])
        begins = np.arange(self.months)
        late = np.where(begins + months >= self.months, self.late_hours, 0.0)
        return np.asarray(sums[begins + months] - sums[begins] + late)


@lru_cache(maxsize=256)
def calendar(first: date, count: int) -> Calendar:
    """So many months of the calendar from a day on; of the first, what is left of it."""
    begin = first.replace(day=1)
    starts = [first, *(_later(begin, months) for months in range(1, count + 1))]
    spans = tuple(map(_span, starts, starts[1:]))
    return Calendar(
        spans,
        np.array([float(span.weekday_count) for span in spans]),
        np.array([float(span.weekend_day_count) for span in spans]),
        np.array([span.hours for span in spans]),
        np.array([span.fraction for span in spans]),
    )


def starts_of(spans: Sequence[Span]) -> Array:
    """When each month begins, and when the last one ends [months from the start]."""
    return np.cumsum([0.0, *(span.fraction for span in spans)])


def _later(day: date, months: int) -> date:
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, 1)


def _span(start: date, end: date) -> Span:
    days = (end - start).days
    weeks, rest = divmod(days, WEEK)
    weekdays = weeks * WORKWEEK + sum(
        (start.weekday() + day) % WEEK < WORKWEEK for day in range(rest)
    )
    return Span(
        label=f"{start:%Y-%m}",
        first_day=start.toordinal(),
        weekday_count=weekdays,
        weekend_day_count=days - weekdays,
        hours=days * HOURS_PER_DAY,
        fraction=days / monthrange(start.year, start.month)[1],
    )
