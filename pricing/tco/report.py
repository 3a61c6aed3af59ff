"""Months, totals and years of a projection as an answer shows them.

Money is added in whole ten-thousandths of a dollar, and divided only when it is shown.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.errors import check_finite
from pricing.fleet.arrays import Columns
from pricing.fleet.bill import in_units
from pricing.fleet.calendar import Span
from pricing.fleet.projection import Projection
from pricing.numerics.number import Array
from pricing.tco.answer import Month, Totals, Year
from pricing.tco.answer_capacity import CapacityUse
from pricing.tco.payments.flows import APART, ON_TOP
from pricing.units import GRAMS_PER_KILOGRAM, TOKENS_PER_MILLION_TOKENS, UNITS_PER_USD

ALWAYS = ("network_egress", "storage")
"""Items that an answer shows even if they are zero."""

PAID_OTHERWISE = ("training", "depreciation", "write_off")
"""Items that are not paid in the month that they are charged to."""

UNPAID = "cost_of_capital"
"""The item that nobody is paid."""

QUANTITIES = {
    "requests": "requests",
    "device_hours": "device_hours",
    "running_hours": "running_hours",
    "work_hours": "work_hours",
    "energy_kilowatt_hours": "kilowatt_hours",
    "kilograms_co2e": "kilograms_co2e",
}
"""Quantities that an answer sums, and their columns."""

LEAST_WAIT_SECONDS = 1e-9
"""A shorter mean wait counts as none. Such numbers from a tail have no meaning."""


Ends = tuple[float | None, float | None]
"""The ends of an interval, None where it is not asked for [USD]."""

NO_ENDS: Ends = (None, None)


class Accounts(Struct, frozen=True, eq=False):
    """Money and quantities of the months of a projection, one column per month.

    units: in ten-thousandths of a dollar. Its last three rows are the total, the amount paid and
    the amount paid discounted. items: names of the other rows; quantities: one row for each of
    QUANTITIES.
    """

    items: tuple[str, ...]
    units: NDArray[np.int64]
    quantities: Array
    tokens_per_request: float

    @property
    def totals(self) -> NDArray[np.int64]:
        """Cost of every month, in ten-thousandths of a dollar."""
        return np.asarray(self.units[-3])

    @property
    def paid(self) -> NDArray[np.int64]:
        """Amount paid in every month, in ten-thousandths of a dollar."""
        return np.asarray(self.units[-2])

    @property
    def discounted(self) -> NDArray[np.int64]:
        """Amount paid in every month at its present value, in ten-thousandths of a dollar."""
        return np.asarray(self.units[-1])

    def quantity(self, name: str) -> Array:
        """A quantity of every month."""
        return np.asarray(self.quantities[list(QUANTITIES).index(name)])


def money_of(
    projection: Projection, factors: Array, *, training_usd: float, late_ratio: float = 1.0
) -> NDArray[np.int64]:
    """The items, the total, the amount paid and that amount discounted, one row each.

    All are in ten-thousandths of a dollar. A month is paid when it begins. A training bill is
    paid with the first month. The value of retired devices comes back at the end of their last
    month. late_ratio: what a dollar of an invoice is worth at the begin of its month.
    """
    check_finite(*(float(amounts.sum()) for amounts in projection.items.values()))
    units = in_units(projection.items)
    totals = units.sum(axis=0)
    named = dict(zip(projection.items, units, strict=True))
    spent = totals - named[UNPAID]
    later = sum(named[name] for name in PAID_OTHERWISE)
    owned, returned, upfront, amortised = in_units(
        {name: projection.months[name] for name in APART}
    )
    paid = spent - later - amortised + owned + upfront
    paid[0] += round(training_usd * UNITS_PER_USD)
    paid[-1] += spent.sum() - paid.sum()  # roundings
    worth = (paid + returned) * factors[:-1] - returned * factors[1:]
    if late_ratio != 1.0:
        at_once = sum(named[name] for name in ON_TOP)
        worth += (totals - at_once - amortised) * factors[:-1] * (late_ratio - 1.0)
    discounted = np.rint(worth).astype(np.int64)
    return np.concatenate([units, [totals, paid, discounted]])


def accounts_of(
    projection: Projection,
    factors: Array,
    *,
    training_usd: float,
    tokens_per_request: float,
    late_ratio: float,
) -> Accounts:
    """The accounts of a projection; late_ratio: see money_of."""
    units = money_of(projection, factors, training_usd=training_usd, late_ratio=late_ratio)
    months = {
        **projection.months,
        "kilograms_co2e": projection.months["kilowatt_hours"]
        * projection.months["grams_co2e"]
        / GRAMS_PER_KILOGRAM,
    }
    present = np.asarray(units.any(axis=1)).tolist()
    names = tuple(projection.items)
    shown = [at for at, name in enumerate(names) if present[at] or name in ALWAYS]
    return Accounts(
        items=tuple(names[at] for at in shown),
        units=units[[*shown, -3, -2, -1]],
        quantities=np.array([months[column] for column in QUANTITIES.values()]),
        tokens_per_request=tokens_per_request,
    )


def months_of(
    projection: Projection, accounts: Accounts, waited: Columns, spans: Sequence[Span]
) -> tuple[Month, ...]:
    """The months of a projection, with the waits of their requests."""
    columns: dict[str, list[Any]] = {
        "month": [span.label for span in spans],
        "replicas": projection.months["replicas"].astype(int).tolist(),
        "base_replicas": projection.months["base"].astype(int).tolist(),
        "wait_p50_seconds": waited["wait_p50_seconds"].tolist(),
        "wait_p99_seconds": waited["wait_p99_seconds"].tolist(),
        "usd_cumulative": (accounts.totals.cumsum() / UNITS_PER_USD).tolist(),
    }
    columns |= _sums(accounts, accounts.units, accounts.quantities)
    return tuple(Month(**month) for month in _rows(columns))


def capacity_of(projection: Projection, accounts: Accounts, waited: Columns) -> CapacityUse:
    """Scaling, use and waits of the replicas over the whole horizon."""
    scaling = projection.service.scaling
    requests, running, work = (
        float(accounts.quantity(name).sum()) for name in ("requests", "running_hours", "work_hours")
    )
    wait_seconds = float(waited["waited_seconds"].sum()) / requests if requests else 0.0
    return CapacityUse(
        scaling=scaling.scaling,
        target_utilization_fraction=scaling.target,
        utilization_fraction=work / running if running else 0.0,
        peak_replicas=int(projection.months["replicas"].max()),
        redundant_replicas=int(scaling.redundant),
        wait_p50_seconds=float(waited["wait_p50_seconds"].max()),
        wait_p99_seconds=float(waited["wait_p99_seconds"].max()),
        wait_mean_seconds=wait_seconds if wait_seconds >= LEAST_WAIT_SECONDS else 0.0,
        cold_start_fraction=(
            min(float(waited["cold_requests"].sum()) / requests, 1.0) if requests else 0.0
        ),
    )


def totals_of(accounts: Accounts, ends: Ends = NO_ENDS) -> Totals:
    """The totals of the horizon; ends: of the interval of its cost [USD]."""
    sums = _sums(
        accounts,
        accounts.units.sum(axis=1, keepdims=True),
        accounts.quantities.sum(axis=1, keepdims=True),
    )
    (total,) = sums["usd_total"]
    low, high = ends
    return Totals(
        usd_cumulative=total,
        usd_total_low=low,
        usd_total_high=high,
        **{name: column[0] for name, column in sums.items()},
    )


def years_of(accounts: Accounts, spans: Sequence[Span], *, start_month: int) -> tuple[Year, ...]:
    """The years that begin in a month of the calendar. Each has the name of the year it ends in."""
    begins: dict[int, int] = {}
    for at, span in enumerate(spans):
        year, month = int(span.label[:4]), int(span.label[5:])
        begins.setdefault(year + (1 < start_month <= month), at)
    starts = list(begins.values())
    sums = _sums(
        accounts,
        np.add.reduceat(accounts.units, starts, axis=1),
        np.add.reduceat(accounts.quantities, starts, axis=1),
    )
    ends = [*starts[1:], len(spans)]
    columns: dict[str, list[Any]] = {
        "year": list(begins),
        "months": [end - begin for begin, end in zip(starts, ends, strict=True)],
        **sums,
    }
    return tuple(Year(**year) for year in _rows(columns))


def _rows(columns: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """The fields of every row of columns."""
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _sums(accounts: Accounts, units: NDArray[np.int64], quantities: Array) -> dict[str, list[Any]]:
    """The columns of Sums for spans of time: money, quantities and their ratios."""
    usd = units / UNITS_PER_USD
    of = dict(zip(QUANTITIES, quantities, strict=True))
    running, work = of.pop("running_hours"), of.pop("work_hours")
    tokens_millions = of["requests"] * accounts.tokens_per_request / TOKENS_PER_MILLION_TOKENS
    total, paid, discounted = usd[-3:]
    return {
        **{name: column.tolist() for name, column in of.items()},
        "line_items_usd": [
            dict(zip(accounts.items, amounts, strict=True)) for amounts in usd[:-3].T.tolist()
        ],
        "utilization_fraction": (work / np.where(running > 0.0, running, 1.0)).tolist(),
        "usd_total": total.tolist(),
        "usd_paid": paid.tolist(),
        "usd_discounted": discounted.tolist(),
        "usd_per_million_tokens": _per(total, tokens_millions),
        "usd_per_request": _per(total, of["requests"]),
    }


def _per(usd: Array, counts: Array) -> list[float | None]:
    """Cost per unit, None where the count is zero."""
    return [
        one / count if count else None
        for one, count in zip(usd.tolist(), counts.tolist(), strict=True)
    ]
