"""Months and loads as elements of arrays, with the columns that their bill is computed from."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pricing.fleet.arrays import Columns, Part, stacked
from pricing.fleet.bill import energy_of
from pricing.fleet.calendar import Calendar
from pricing.fleet.hours import Hours, hours_of, needs, shares
from pricing.fleet.purchases.assets import BY_COUNT, RUNNING, column_of
from pricing.fleet.purchases.price_path import Instances, Market, PricePath
from pricing.fleet.service import Service, Stage
from pricing.fleet.traffic import MonthlyLoad, Week
from pricing.formulas import power
from pricing.numerics.number import Array
from pricing.purchasing.contracts.agreement import Agreement
from pricing.purchasing.owning.cost import CAPITAL_ITEMS
from pricing.units import SECONDS_PER_DAY, WATTS_PER_KILOWATT


class Overhead(Struct, frozen=True, eq=False):
    """Costs of serving other than compute.

    energy_ratios: price of electricity of every month of the horizon over that of the first.
    """

    egress_usd_per_request: float
    storage_usd_per_month: float
    staff_usd_per_month: float
    energy_ratios: Array


class Horizon(Struct, frozen=True, eq=False):
    """The planning horizon that all services of a query share: months, load and prices.

    calendar: the months of the horizon, and later months that commitments may reach into;
    agreements: contracts over whole bills.
    """

    market: Market
    load: MonthlyLoad
    calendar: Calendar
    overhead: Overhead
    agreements: tuple[Agreement, ...] = ()


def in_whole_months(horizon: Horizon) -> Horizon:
    """The horizon with the whole of its first month, of which a service may use a part."""
    whole = horizon.calendar.in_whole_months
    if whole is horizon.calendar:
        return horizon
    spans = whole.spans[: len(horizon.market.spans)]
    return replace(horizon, calendar=whole, market=replace(horizon.market, spans=spans))


def need_columns(
    horizon: Horizon,
    service: Service,
    stage: Stage,
    requests_per_day: Array,
    months: NDArray[np.intp],
) -> Part:
    """The columns that the hours of periods are computed from: see hours.hours_of.

    months: months of the horizon whose days apply to each period.
    """
    scaling = service.scaling
    return {
        "rate": requests_per_day / SECONDS_PER_DAY,
        "weekdays": horizon.calendar.weekdays[months],
        "weekend_days": horizon.calendar.weekend_days[months],
        "served": stage.fleet.requests_per_second,
        "target": scaling.target,
        "floor": scaling.floor,
        "redundant": scaling.redundant,
        "fixed": float(scaling.scaling == "fixed"),
        "to_zero": float(scaling.scaling == "scale_to_zero"),
        "idle_seconds": scaling.idle_seconds,
        "startup_seconds": scaling.startup_seconds,
        "concurrency": stage.fleet.concurrency,
    }


def price_columns(
    horizon: Horizon, stage: Stage, months: NDArray[np.intp], held: Columns, training_usd: Array
) -> Part:
    """The further columns that the bill of the periods is computed from.

    months: months of the horizon whose prices apply to each period.
    """
    fleet, site, overhead = stage.fleet, stage.site, horizon.overhead
    hours = horizon.calendar.hours[months]
    fractions = horizon.calendar.fractions[months]
    return {
        "hours": hours,
        **held,
        "hourly_usd": _by_the_hour(stage, months, hours, held),
        "training_usd": training_usd,
        "usd_per_kilowatt_hour": site.usd_per_kilowatt_hour * overhead.energy_ratios[months],
        "devices": float(fleet.device_count),
        **instance_columns(stage.sourcing.hourly or stage.on_demand, fleet.device_count),
        "busy_kilowatts": at_the_meter(stage, fleet.busy_kilowatts),
        "idle_kilowatts": at_the_meter(stage, fleet.idle_kilowatts),
        "grams_co2e": site.grams_co2e_per_kilowatt_hour,
        "egress_usd_per_request": overhead.egress_usd_per_request,
        "storage_usd": overhead.storage_usd_per_month * fractions,
        "staff_usd": overhead.staff_usd_per_month * fractions,
    }


def fixed_costs(horizon: Horizon, months: NDArray[np.intp], requests: Array) -> Array:
    """What months cost whatever their replicas are bought by, but for training [USD]."""
    overhead = horizon.overhead
    monthly_usd = overhead.storage_usd_per_month + overhead.staff_usd_per_month
    return np.asarray(
        requests * overhead.egress_usd_per_request
        + monthly_usd * horizon.calendar.fractions[months]
    )


BY_THE_HOUR = (*CAPITAL_ITEMS, *RUNNING, *BY_COUNT)
"""What a further replica-hour costs of owned devices that nobody rents out."""


def _by_the_hour(stage: Stage, months: NDArray[np.intp], hours: Array, held: Columns) -> Array:
    """Price of a replica-hour beyond the base in every period [USD].

    If the base covers everything, only a Monte Carlo draw needs more. The price is then that on
    demand, or that of the base if nobody rents out the device on demand.
    """
    path = stage.sourcing.hourly or stage.on_demand
    if path is not None:
        return path.usd_per_device_hour[months] * stage.fleet.device_count
    if stage.sourcing.asset is None:
        return held["committed_usd"]
    usd = np.sum([held[column_of(name)] for name in BY_THE_HOUR], axis=0)
    return np.asarray(usd / (np.maximum(held["base"], 1.0) * hours))


def instance_columns(path: PricePath | None, device_count: int) -> dict[str, float]:
    """The columns of the instances of a price; without one nothing is left unused."""
    found = path.instances(device_count) if path else Instances(1.0, float(device_count))
    return {"burst_instance_replicas": found.replicas, "burst_instance_devices": found.devices}


def at_the_meter(stage: Stage, kilowatts: float) -> float:
    """Power of a replica that draws so much, unless its place says what devices draw [kW]."""
    site = stage.site
    if site.watts_per_device is not None:
        kilowatts = site.watts_per_device * stage.fleet.device_count / WATTS_PER_KILOWATT
    return float(power.facility_watts(system_watts=kilowatts, pue_ratio=site.pue_ratio))


def needed(parts: Sequence[Part], week: Week) -> tuple[Columns, Hours]:
    """The needs of periods, and their hours."""
    periods = stacked(parts)
    hours = hours_of(periods, week)
    return {**periods, **needs(hours)}, hours


def priced(periods: Columns, hours: Hours, parts: Sequence[Part]) -> Columns:
    """The periods with all columns that their bill is computed from."""
    return with_use({**periods, **stacked(parts)}, hours)


def with_use(periods: Columns, hours: Hours) -> Columns:
    """Periods with a known base, and with the use of that base and the energy they draw."""
    with_shares = {**periods, **shares(hours, periods)}
    return {**with_shares, **energy_of(with_shares)}
