"""The periods of charges."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from pricing.fleet.arrays import Columns, part_of
from pricing.fleet.calendar import Span
from pricing.focus.charge import Charge, Sku
from pricing.run_costs.calendar.months import RunMonth
from pricing.units import UNITS_PER_USD


class Period(Struct, frozen=True):
    """A charge period within one month of the calendar: days, without the last.

    fraction: its share of the month.
    """

    first_day: int
    end_day: int
    fraction: float

    def charge(
        self,
        item: str,
        description: str,
        sku: Sku,
        *,
        units: int,
        quantity: float = 1.0,
        **fields: Any,
    ) -> Charge:
        """A charge of this period, with some fields of its own.

        units: what it costs, in ten-thousandths of a dollar. Where its fields do not say otherwise,
        all of it is billed and effective, at the mean price.
        """
        if "list_usd" not in fields:
            fields["list_usd"] = fields["contracted_usd"] = units / UNITS_PER_USD / quantity
        return Charge(
            item=item,
            description=description,
            first_day=self.first_day,
            end_day=self.end_day,
            sku=sku,
            quantity=quantity,
            **{"billed": units, "effective": units, **fields},
        )


class BilledMonths(NamedTuple):
    """Months of a service that are charged.

    of: their columns in the projection; units: their items, in ten-thousandths of a dollar.
    """

    of: Columns
    units: Mapping[str, Sequence[int]]
    periods: Sequence[Period]

    def part(self, rows: slice) -> "BilledMonths":
        """Some months in a row."""
        units = {name: amounts[rows] for name, amounts in self.units.items()}
        return BilledMonths(part_of(self.of, rows), units, self.periods[rows])


def period_within(month: RunMonth) -> Period:
    """What a run has of a month."""
    return Period(month.first_day, month.end_day, month.fraction)


def period_of(span: Span) -> Period:
    """The days of a month of the horizon."""
    days = span.weekday_count + span.weekend_day_count
    return Period(span.first_day, span.first_day + days, span.fraction)
