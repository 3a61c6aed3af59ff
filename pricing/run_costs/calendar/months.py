"""The months of the calendar in which a run lies."""

from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from math import ceil

from msgspec import Struct

from pricing.errors import Infeasible
from pricing.units import HOURS_PER_DAY, HOURS_PER_YEAR

MOST_YEARS = 100
"""Of a run whose months are told."""


class RunMonth(Struct, frozen=True):
    """What a run has of a month of the calendar: days, without the last, and hours.

    fraction: its share of the month.
    """

    first_day: int
    end_day: int
    fraction: float
    hours: float

    @property
    def label(self) -> str:
        """The month, YYYY-MM."""
        return f"{date.fromordinal(self.first_day):%Y-%m}"


def months_between(start: date, hours: float) -> list[RunMonth]:
    """The months in which so many hours from a day on lie, with the hours in each.

    Raises Infeasible where they are more than anybody plans by the month.
    """
    if hours > MOST_YEARS * HOURS_PER_YEAR:
        raise Infeasible(
            f"the run would take {hours / HOURS_PER_YEAR:,.0f} years, and its months are told for"
            f" {MOST_YEARS}: more devices, or no start, payments, contracts and discount rate, have"
            " an answer",
            field="deployment.device_count",
        )
    found, day, left = [], start, hours
    while True:
        month = day.replace(day=1)
        days = monthrange(day.year, day.month)[1]
        end = month.toordinal() + days
        within = min(left, (end - day.toordinal()) * HOURS_PER_DAY)
        last = min(end, day.toordinal() + max(ceil(within / HOURS_PER_DAY), 1))
        found.append(RunMonth(day.toordinal(), last, within / (days * HOURS_PER_DAY), within))
        left -= within
        if left <= 0.0:
            return found
        day = date.fromordinal(end)


def begins_of(start: date, count: int) -> list[float]:
    """When so many months begin, the first of them with the run [months from its start]."""
    before = (start.day - 1) / monthrange(start.year, start.month)[1]
    return [max(at - before, 0.0) for at in range(count)]


def labels_from(start: date, count: int) -> list[str]:
    """So many months from that of a day on, YYYY-MM."""
    months = [divmod(start.year * 12 + start.month - 1 + at, 12) for at in range(count)]
    return [f"{year:04d}-{month + 1:02d}" for year, month in months]


def place_of(start: date, month: RunMonth) -> int:
    """The index of a month, from that of the start on."""
    day = date.fromordinal(month.first_day)
    return (day.year - start.year) * 12 + day.month - start.month


def last_of(months: Sequence[RunMonth]) -> date:
    """The day after the last of the days of a run."""
    return date.fromordinal(months[-1].end_day)
