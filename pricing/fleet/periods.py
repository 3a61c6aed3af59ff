"""Periods: months and loads as the elements of arrays, and what each of them costs."""

from collections.abc import Iterable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.fleet.assets import Books
from pricing.fleet.bill import energy_of
from pricing.fleet.calendar import Calendar
from pricing.fleet.holdings import Held
from pricing.fleet.hours import Hours, hours_of, needs, shares
from pricing.fleet.service import Service, Stage
from pricing.fleet.traffic import Week, per_second
from pricing.formulas import power
from pricing.numerics.columns import Array, Columns, Rows, stacked


class Overhead(Struct, frozen=True, eq=False):
    """What serving costs beside the compute.

    energy_ratios: of every month of the horizon, the price of electricity over the first's.
    """

    egress_usd_per_request: float
    storage_usd_per_month: float
    staff_usd_per_month: float
    energy_ratios: Array


class Loads(Struct, frozen=True, eq=False):
    """What a stage is asked for in several periods.

    months: of the horizon, whose days and prices hold in each period.
    """

    calendar: Calendar
    requests_per_day: Array
    months: NDArray[np.intp]


def need_rows(service: Service, stage: Stage, loads: Loads) -> Rows:
    """What the hours of the periods are worked out from: see hours.hours_of."""
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
    stage: Stage, loads: Loads, held: Held, overhead: Overhead, training_usd: Array
) -> Rows:
    """What the bill of the periods is worked out from, beside what they need."""
    fleet, books = stage.fleet, held.books
    return Rows(
        {
            "hours": loads.calendar.hours[loads.months],
            "base": np.array(held.base, float),
            "committed_usd": np.array(held.committed_usd),
            "beyond_usd": np.array(held.beyond_usd),
            "cover_fraction": np.array(held.cover_fractions),
            "hourly_usd": _by_the_hour(stage, loads, held),
            "training_usd": training_usd,
            "usd_per_kilowatt_hour": (
                stage.site.usd_per_kilowatt_hour * overhead.energy_ratios[loads.months]
            ),
            **_owned(books, len(loads.months)),
        },
        {
            "devices": float(fleet.device_count),
            "owned": float(books is not None),
            "busy_kilowatts": _at_the_meter(fleet.busy_kilowatts, stage.site.pue_ratio),
            "idle_kilowatts": _at_the_meter(fleet.idle_kilowatts, stage.site.pue_ratio),
            "grams_co2e": stage.site.grams_co2e_per_kilowatt_hour,
            "egress_usd_per_request": overhead.egress_usd_per_request,
            "storage_usd": overhead.storage_usd_per_month,
            "staff_usd": overhead.staff_usd_per_month,
        },
    )


def _owned(books: Books | None, count: int) -> Columns:
    nothing = np.zeros(count)
    return {
        "depreciation_usd": books.depreciation if books else nothing,
        "write_off_usd": books.write_off if books else nothing,
        "hosting_usd": books.hosting if books else nothing,
        "operations_usd": books.operations if books else nothing,
        "books_paid_usd": books.paid if books else nothing,
        "books_returned_usd": books.returned if books else nothing,
    }


def _by_the_hour(stage: Stage, loads: Loads, held: Held) -> Array:
    """What a replica-hour beyond the base costs in every period.

    Where the base covers everything, only a draw needs more: on demand, or charged as the base is
    where nobody rents the device so.
    """
    course, books = stage.sourcing.hourly or stage.on_demand, held.books
    if course is not None:
        return course.usd_per_device_hour[loads.months] * stage.fleet.device_count
    if books is None:
        return np.array(held.committed_usd)
    owned = books.depreciation + books.hosting + books.operations
    hours = np.maximum(held.base, 1) * loads.calendar.hours[loads.months]
    return np.asarray(owned / hours)


def _at_the_meter(kilowatts: float, pue_ratio: float) -> float:
    return float(power.facility_watts(system_watts=kilowatts, pue_ratio=pue_ratio))


def needed(rows: Iterable[Rows], week: Week) -> tuple[Columns, Hours]:
    """What periods need, and their hours."""
    periods = stacked(rows)
    hours = hours_of(periods, week)
    return {**periods, **needs(hours)}, hours


def priced(periods: Columns, hours: Hours, rows: Iterable[Rows]) -> Columns:
    """The periods with all that their bill is worked out from."""
    return settled({**periods, **stacked(rows)}, hours)


def settled(periods: Columns, hours: Hours) -> Columns:
    """Periods whose base is known, with what it serves and all that they draw."""
    with_shares = {**periods, **shares(hours, periods)}
    return {**with_shares, **energy_of(with_shares)}
