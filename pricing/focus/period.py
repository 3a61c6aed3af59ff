"""The period of a charge."""

from typing import Any

from msgspec import Struct

from pricing.fleet.calendar import Span
from pricing.focus.charge import Charge, Sku
from pricing.run_costs.calendar.months import RunMonth


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


def period_within(month: RunMonth) -> Period:
    """What a run has of a month."""
    return Period(month.first_day, month.end_day, month.fraction)


def period_of(span: Span) -> Period:
    """The days of a month of the horizon."""
    days = span.weekday_count + span.weekend_day_count
    return Period(span.first_day, span.first_day + days, span.fraction)
