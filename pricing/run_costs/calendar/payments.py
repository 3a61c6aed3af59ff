"""What a run under an option costs by month and item, and what of it is paid when."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.numerics.apportion import apportioned
from pricing.purchasing.contracts.settlement import CONTRACT_ITEMS
from pricing.quote.answer import LineItem
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.calendar.months import RunMonth, last_of, months_between, place_of
from pricing.units import UNITS_PER_USD

Units = NDArray[np.int64]

DEVICE_HOUR = "device-hour"
UNUSED = "commitment_unused"
DISCOUNT, FINANCING, EGRESS = "discount", "cost_of_capital", "egress"
ENERGY, CHECKPOINTS = "energy", "checkpoint_storage"

BESIDE = (ENERGY, CHECKPOINTS, EGRESS)
"""Items that are no device-hours."""


class Net(NamedTuple):
    """An item after the discount, in ten-thousandths of a dollar."""

    item: LineItem
    units: int


def nets_of(option: RunOption) -> list[Net]:
    """The items with the discount taken off where it applies.

    They add up to the mean before contracts over whole bills.
    """
    own = [item for item in option.line_items if item.name not in CONTRACT_ITEMS]
    mean = option.usd.mean - sum(i.usd for i in option.line_items if i.name in CONTRACT_ITEMS)
    usd = [item.usd for item in own]
    hours = [
        item.quantity
        if item.unit == DEVICE_HOUR and item.name not in {DISCOUNT, FINANCING}
        else 0.0
        for item in own
    ]
    off = sum(item.usd for item in own if item.name == DISCOUNT)
    total = sum(hours) or 1.0
    nets = [
        0.0 if item.name == DISCOUNT else max(one + off * share / total, 0.0)
        for item, one, share in zip(own, usd, hours, strict=True)
    ]
    units = apportioned(round(mean * UNITS_PER_USD), nets)
    return [Net(item, one) for item, one in zip(own, units, strict=True)]


class RunMonths(Struct, frozen=True):
    """The months of a run under an option, and those in which a commitment goes on after it."""

    own: Sequence[RunMonth]
    rest: Sequence[RunMonth]

    def of(self, item: str) -> Sequence[RunMonth]:
        """The months that bear an item: unused terms come after the run, egress at its end."""
        if item == UNUSED:
            return self.rest
        return self.own[-1:] if item == EGRESS else self.own


def run_months(option: RunOption, start: date) -> RunMonths:
    """The months of a run that begins on a day."""
    own, terms = months_between(start, option.wall_clock_hours), option.commitment
    left = 0.0
    if terms is not None and option.owned is None:
        left = terms.term_hours * terms.term_count - option.wall_clock_hours
    return RunMonths(own, months_between(last_of(own), left) if left > 0.0 else own)


def shares_of(net: Net, months: Sequence[RunMonth]) -> list[int]:
    """An item by month, in proportion to the hours, in ten-thousandths of a dollar."""
    return apportioned(net.units, [month.hours for month in months])


def fees_of(option: RunOption, covered: Sequence[int]) -> tuple[int, list[int]]:
    """What is paid at the start of a commitment, and what is invoiced of it in each month.

    covered: what it covers by month. All are in ten-thousandths of a dollar, and add up.
    """
    terms, total = option.commitment, sum(covered)
    if terms is None:
        return 0, list(covered)
    whole = terms.committed_device_hours / terms.term_count * option.usd_per_device_hour
    at_once = min(terms.upfront_usd / whole, 1.0) if whole else 0.0
    upfront, recurring = apportioned(total, [at_once, 1.0 - at_once])
    return upfront, apportioned(recurring, [float(one) for one in covered])


class Payments(Struct, frozen=True, eq=False):
    """A run by month from its start on, in ten-thousandths of a dollar.

    items: what each item costs; upfront: what is paid when the run begins; invoices: what is
    invoiced for each month. What capital costs is paid to nobody.
    """

    items: Mapping[str, Units]
    upfront: Units
    invoices: Units

    def under(self, discount: Units, shortfall: Units) -> "Payments":
        """The same with what contracts take off, below 0, and what is due of their minimums."""
        return Payments(
            {**self.items, **dict(zip(CONTRACT_ITEMS, (discount, shortfall), strict=True))},
            self.upfront,
            self.invoices + discount + shortfall,
        )


def payments_of(option: RunOption, start: date) -> Payments:
    """What a run that begins on a day costs and pays by month."""
    months = run_months(option, start)
    count = 1 + max(place_of(start, month) for month in (*months.own, *months.rest))
    items: dict[str, Units] = {}
    invoices, upfront = np.zeros((2, count), np.int64)
    covered: dict[RunMonth, int] = {}
    is_committed = option.owned is None and option.commitment is not None
    for net in nets_of(option):
        if not net.units:
            continue
        name, bearing = net.item.name, months.of(net.item.name)
        own = items[name] = np.zeros(count, np.int64)
        for month, units in zip(bearing, shares_of(net, bearing), strict=True):
            own[place_of(start, month)] += units
            if is_committed and name not in {*BESIDE, FINANCING}:
                covered[month] = covered.get(month, 0) + units
            elif name != FINANCING:
                invoices[place_of(start, month)] += units
    if covered:
        upfront[0], recurring = fees_of(option, list(covered.values()))
        for month, units in zip(covered, recurring, strict=True):
            invoices[place_of(start, month)] += units
    return Payments(items, upfront, invoices)
