"""Payments of a service by the month that they are for, and the month in which they are due."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct

from pricing.fleet.bill import in_units
from pricing.fleet.calendar import Span, calendar, first_day, starts_of
from pricing.fleet.projection import Projection
from pricing.numerics.number import Array
from pricing.units import UNITS_PER_USD

ON_TOP = ("cost_of_capital", "depreciation", "write_off", "training", "staff")
"""Items that no invoice has: they are paid otherwise, or to nobody."""

APART = ("ownership_paid_usd", "ownership_returned_usd", "upfront_usd", "amortised_usd")
"""Columns of what is paid, comes back, or was paid before, whatever the items of a month are."""


class Flows(Struct, frozen=True, eq=False):
    """Payments of every month of the horizon [USD].

    purchases: at the begin of a month; returned: at its end; invoices: late_months after the month
    begins; training, staff: at its begin; upfront: when terms begin.
    """

    purchases: Array
    returned: Array
    invoices: Array
    staff: Array
    training: Array
    upfront: Array
    late_months: int

    @property
    def _at_once(self) -> Array:
        """What is due when a month begins."""
        return np.asarray(self.purchases + self.upfront + self.staff + self.training)

    @property
    def paid(self) -> Array:
        """What is paid in each month of the calendar, late invoices after the horizon included."""
        at_once = self._at_once - self.returned
        late = np.zeros(self.late_months)
        return np.asarray(np.concatenate([at_once, late]) + np.concatenate([late, self.invoices]))

    def dated(self, spans: Sequence[Span]) -> tuple[Array, Array]:
        """When each payment is due [months from the start], and how much it is [USD]."""
        starts = starts_of(spans)
        begins, ends = starts[:-1], starts[1:]
        times = np.concatenate([begins, ends, begins + self.late_months])
        return times, np.concatenate([self._at_once, -self.returned, self.invoices])


def flows_of(projection: Projection, *, training_usd: float, late_months: int) -> Flows:
    """The payments of a service, in whole ten-thousandths of a dollar that add up to its bill."""
    units = dict(zip(projection.items, in_units(projection.items), strict=True))
    totals = np.sum(list(units.values()), axis=0)
    owned, returned, upfront, amortised = in_units(
        {name: projection.months[name] for name in APART}
    )
    invoices = totals - amortised - np.sum([units[name] for name in ON_TOP], axis=0)
    training = np.zeros_like(totals)
    training[0] = round(training_usd * UNITS_PER_USD)
    of = {
        "purchases": owned + returned,
        "returned": returned,
        "invoices": invoices,
        "staff": units["staff"],
        "training": training,
        "upfront": upfront,
    }
    paid = owned + invoices + of["staff"] + training + upfront
    invoices[-1] += (totals - units["cost_of_capital"]).sum() - paid.sum()  # roundings
    return Flows(**{name: one / UNITS_PER_USD for name, one in of.items()}, late_months=late_months)


def invoiced(invoices: Array, late_months: int) -> Flows:
    """The payments of what is invoiced alone, as an API is."""
    none = np.zeros(len(invoices))
    return Flows(none, none, invoices, none, none, none, late_months)


def labels_of(spans: Sequence[Span], late_months: int = 0) -> list[str]:
    """The months of the horizon, and those after it in which invoices are due."""
    later = calendar(first_day(spans[0].label, ""), len(spans) + late_months).spans
    return [span.label for span in later[: len(spans) + late_months]]


def spread_over(training_usd: float, spans: Sequence[Span]) -> Array:
    """A training bill in equal daily or monthly parts, whose printed amounts add up to it."""
    units = round(training_usd * UNITS_PER_USD)
    starts = starts_of(spans)
    marks = [int(units * start // starts[-1]) for start in starts.tolist()]
    return np.array([(end - begin) / UNITS_PER_USD for begin, end in pairwise(marks)])
