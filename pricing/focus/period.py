"""The period of a charge."""

from calendar import monthrange
from datetime import date
from math import ceil
from typing import Any

from msgspec import Struct

from pricing.fleet.calendar import Span
from pricing.focus.charge import Charge, Sku
from pricing.units import HOURS_PER_DAY


class Period(Struct, frozen=True):
    """A charge period within one month of the calendar: days, without the last.

    fraction: its share of the month.
    """

    first_day: int
    end_day: int
    fraction: float

    def charge(self, item: str, description: str, sku: Sku, **fields: Any) -> Charge:
        """A charge of this period."""
        return Charge(
            item=item,
            description=description,
            first_day=self.first_day,
            end_day=self.end_day,
            sku=sku,
            **fields,
        )


def periods_between(start: date, hours: float) -> list[tuple[Period, float]]:
    """The months in which so many hours from a day on lie, and the hours in each."""
    found, day, left = [], start, hours
    while True:
        month = day.replace(day=1)
        end = month.toordinal() + monthrange(day.year, day.month)[1]
        room = (end - day.toordinal()) * HOURS_PER_DAY
        within = min(left, room)
        last = min(end, day.toordinal() + max(ceil(within / HOURS_PER_DAY), 1))
        fraction = within / ((end - month.toordinal()) * HOURS_PER_DAY)
        found.append((Period(day.toordinal(), last, fraction), within))
        left -= within
        if left <= 0.0:
            return found
        day = date.fromordinal(end)


def period_of(span: Span) -> Period:
    """The days of a month of the horizon."""
    days = span.weekday_count + span.weekend_day_count
    return Period(span.first_day, span.first_day + days, span.fraction)
