"""Months and loads as elements of arrays, with the columns that their bill is computed from."""

from collections.abc import Iterable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.fleet.assets import OwnershipCosts
from pricing.fleet.bill import energy_of
from pricing.fleet.calendar import Calendar
from pricing.fleet.holdings import Holdings
from pricing.fleet.hours import Hours, hours_of, needs, shares
from pricing.fleet.service import Service, Stage
from pricing.fleet.traffic import Week, per_second
from pricing.formulas import power
from pricing.numerics.columns import Array, Columns, Rows, stacked


class Overhead(Struct, frozen=True, eq=False):
    """Costs of serving other than compute.

    energy_ratios: price of electricity of every month of the horizon over that of the first.
    """

    egress_usd_per_request: float
    storage_usd_per_month: float
    staff_usd_per_month: float
    energy_ratios: Array


class Loads(Struct, frozen=True, eq=False):
    """The load of a stage in several periods.

    months: months of the horizon whose days and prices apply to each period.
    """

    calendar: Calendar
    requests_per_day: Array
    months: NDArray[np.intp]


def need_rows(service: Service, stage: Stage, loads: Loads) -> Rows:
    """The columns that the hours of the periods are computed from: see hours.hours_of."""
    scaling = service.scaling
    return Rows(
        {
            "rate": per_second(loads.requests_per_day),
            "weekdays": loads.calendar.weekdays[loads.months],
            "weekend_days": loads.calendar.weekend_days[loads.months],
        },
        {
            "served": stage.fleet.requests_per_second,
            "target": scaling.target,
            "floor": scaling.floor,
            "redundant": scaling.redundant,
            "fixed": float(scaling.scaling == "fixed"),
            "to_zero": float(scaling.scaling == "scale_to_zero"),
            "idle_seconds": scaling.idle_seconds,
            "startup_seconds": scaling.startup_seconds,
            "concurrency": stage.fleet.concurrency,
        },
    )


def price_rows(
    stage: Stage, loads: Loads, holdings: Holdings, overhead: Overhead, training_usd: Array
) -> Rows:
    """The further columns that the bill of the periods is computed from."""
    fleet, ownership = stage.fleet, holdings.ownership
    return Rows(
        {
            "hours": loads.calendar.hours[loads.months],
            "base": np.array(holdings.base, float),
            "committed_usd": np.array(holdings.committed_usd),
            "beyond_usd": np.array(holdings.beyond_usd),
            "cover_fraction": np.array(holdings.cover_fractions),
            "hourly_usd": _by_the_hour(stage, loads, holdings),
            "training_usd": training_usd,
            "usd_per_kilowatt_hour": (
                stage.site.usd_per_kilowatt_hour * overhead.energy_ratios[loads.months]
            ),
            **_owned(ownership, len(loads.months)),
        },
        {
            "devices": float(fleet.device_count),
            "owned": float(ownership is not None),
            "busy_kilowatts": _at_the_meter(fleet.busy_kilowatts, stage.site.pue_ratio),
            "idle_kilowatts": _at_the_meter(fleet.idle_kilowatts, stage.site.pue_ratio),
            "grams_co2e": stage.site.grams_co2e_per_kilowatt_hour,
            "egress_usd_per_request": overhead.egress_usd_per_request,
            "storage_usd": overhead.storage_usd_per_month,
            "staff_usd": overhead.staff_usd_per_month,
        },
    )


def _owned(ownership: OwnershipCosts | None, count: int) -> Columns:
    nothing = np.zeros(count)
    return {
        "depreciation_usd": ownership.depreciation if ownership else nothing,
        "write_off_usd": ownership.write_off if ownership else nothing,
        "hosting_usd": ownership.hosting if ownership else nothing,
        "operations_usd": ownership.operations if ownership else nothing,
        "ownership_paid_usd": ownership.paid if ownership else nothing,
        "ownership_returned_usd": ownership.returned if ownership else nothing,
    }


def _by_the_hour(stage: Stage, loads: Loads, holdings: Holdings) -> Array:
    """Price of a replica-hour beyond the base in every period [USD].

    If the base covers everything, only a Monte Carlo draw needs more. The price is then that on
    demand, or that of the base if nobody rents out the device on demand.
    """
    path, ownership = stage.sourcing.hourly or stage.on_demand, holdings.ownership
    if path is not None:
        return path.usd_per_device_hour[loads.months] * stage.fleet.device_count
    if ownership is None:
        return np.array(holdings.committed_usd)
    owned = ownership.depreciation + ownership.hosting + ownership.operations
    hours = np.maximum(holdings.base, 1) * loads.calendar.hours[loads.months]
    return np.asarray(owned / hours)


def _at_the_meter(kilowatts: float, pue_ratio: float) -> float:
    return float(power.facility_watts(system_watts=kilowatts, pue_ratio=pue_ratio))


def needed(rows: Iterable[Rows], week: Week) -> tuple[Columns, Hours]:
    """The needs of periods, and their hours."""
    periods = stacked(rows)
    hours = hours_of(periods, week)
    return {**periods, **needs(hours)}, hours


def priced(periods: Columns, hours: Hours, rows: Iterable[Rows]) -> Columns:
    """The periods with all columns that their bill is computed from."""
    return with_use({**periods, **stacked(rows)}, hours)


def with_use(periods: Columns, hours: Hours) -> Columns:
    """Periods with a known base, and with the use of that base and the energy they draw."""
    with_shares = {**periods, **shares(hours, periods)}
    return {**with_shares, **energy_of(with_shares)}
