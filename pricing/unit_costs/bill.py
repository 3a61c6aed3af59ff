"""The bill of an hour: its items, and what a unit of work costs by their total.

It takes floats, for a quote, or arrays with a value a row, for a sweep. A new term of the bill is
one entry of TERMS.
"""

from collections.abc import Callable, Container, Mapping
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import unit_cost
from pricing.numerics.number import Number, only_where, otherwise, where
from pricing.purchasing.owning.cost import OWNED_ITEMS, OwnedCost
from pricing.purchasing.site import PRICE_KEY
from pricing.unit_costs.answer import Efficiency, HourlyLineItem
from pricing.unit_costs.answer_costs import AtFullUse, UnitCosts
from pricing.unit_costs.hour import Hour, at_full_use
from pricing.unit_costs.planning.answer import Power
from pricing.unit_costs.unit_prices import (
    EVERY_RESULT,
    EXACT,
    FULL_USE,
    at_full_use_of,
    efficiency_of,
    unit_costs_of,
)
from pricing.units import WATTS_PER_KILOWATT


class Term(Struct, frozen=True, gc=False):
    """A term of the bill: what is paid for, how much of it an hour, and at what price.

    applies: whether an hour has it, True or False or an array of these; formula: the function
    behind it; source: the assumption behind its price, None where it is that of the device-hour.
    """

    name: str
    unit: str
    formula: str
    applies: Callable[[Hour], Any]
    quantity: Callable[[Hour], Number]
    usd_per_unit: Callable[[Hour], Number]
    source: str | None = None


class Bill(Struct, frozen=True, gc=False):
    """The bill of an hour, and what follows from it."""

    line_items: tuple[HourlyLineItem, ...]
    unit_costs: UnitCosts
    at_full_use: AtFullUse
    efficiency: Efficiency
    power: Power
    served_requests_per_second: Number


def _is_rented(hour: Hour) -> bool:
    return hour.rate.owned is None


def _is_owned(hour: Hour) -> bool:
    return hour.rate.owned is not None


def _owned(hour: Hour) -> OwnedCost:
    return cast("OwnedCost", hour.rate.owned)


def _used_devices(hour: Hour) -> Number:
    return (hour.output.device_count - hour.output.unplaced_count) * hour.used_fraction


def _idle_devices(hour: Hour) -> Number:
    output = hour.output
    unused = output.device_count * (1.0 - hour.used_fraction)
    return unused + output.unplaced_count * hour.used_fraction


def _owned_term(name: str) -> Term:
    """The term of an item that owned devices may have."""
    formula, source = OWNED_ITEMS[name]
    return Term(
        name=name,
        unit="device-hour",
        formula=formula,
        applies=lambda hour: _is_owned(hour) and getattr(_owned(hour), name) != 0.0,
        quantity=_used_devices,
        usd_per_unit=lambda hour: getattr(_owned(hour), name),
        source=source,
    )


TERMS: tuple[Term, ...] = (
    Term(
        name="compute",
        unit="device-hour",
        formula="unit_cost.line_usd",
        applies=_is_rented,
        quantity=_used_devices,
        usd_per_unit=lambda hour: hour.rate.list_usd,
    ),
    *map(_owned_term, OWNED_ITEMS),
    Term(
        name="idle",
        unit="device-hour",
        formula="unit_cost.line_usd",
        applies=lambda hour: (hour.used_fraction < 1.0) | (hour.output.unplaced_count > 0.0),
        quantity=_idle_devices,
        usd_per_unit=lambda hour: hour.rate.list_usd,
    ),
    Term(
        name="instance_unused",
        unit="device-hour",
        formula="capacity.held_devices",
        applies=lambda hour: hour.unused_devices > 0.0,
        quantity=lambda hour: hour.unused_devices,
        usd_per_unit=lambda hour: hour.rate.list_usd,
    ),
    Term(
        name="discount",
        unit="device-hour",
        formula="unit_cost.line_usd",
        applies=lambda hour: hour.rate.usd != hour.rate.list_usd,
        quantity=lambda hour: hour.output.device_count + hour.unused_devices,
        usd_per_unit=lambda hour: hour.rate.usd - hour.rate.list_usd,
        source="purchase.discount_fraction",
    ),
    Term(
        name="energy",
        unit="kilowatt-hour",
        formula="power.kilowatt_hours",
        applies=_is_owned,
        quantity=lambda hour: hour.power.facility_watts / WATTS_PER_KILOWATT,
        usd_per_unit=lambda hour: hour.place.usd_per_kilowatt_hour,
        source=PRICE_KEY,
    ),
)
"""The terms of every bill, in the order in which they are added up.

A rented price includes energy and hosting; owned devices pay for both.
"""


def bill(hour: Hour, wanted: Container[str] = EVERY_RESULT) -> Bill:
    """The items of an hour and their total; what a unit costs, in money and in energy.

    wanted: the results that are needed; of others, what nothing else rests on is left out. Floats
    or arrays.
    """
    items, usd_per_hour = _items(hour)
    ratio = hour.used_fraction
    if hour.rate.owned is not None and any(name in wanted for name in FULL_USE.values()):
        # Rented devices cost the same at any use; these draw more at work.
        ratio = ratio * (_items(at_full_use(hour))[1] / usd_per_hour)
    return _bill(hour, items, usd_per_hour, ratio, _end_ratios(hour, usd_per_hour), wanted)


def bill_of_pools(whole: Hour, pools: Mapping[str, Hour]) -> Bill:
    """The same of pools that serve requests together: their items in turn, by the name of the pool.

    whole: both together, with what they serve, and what of the prefill its cached prefix takes;
    pools: the prefill pool first, whose share of the bill is that of the input. Floats or arrays.
    """
    usd_per_hour: Number = 0.0
    items: list[HourlyLineItem] = []
    of_pools = {}
    for name, hour in pools.items():
        own, of_pools[name] = _items(hour)
        items += [replace(item, name=f"{name}_{item.name}") for item in own]
    for item in items:
        usd_per_hour = usd_per_hour + otherwise(item.usd_per_hour, 0.0)
    share_fraction = next(iter(of_pools.values())) / usd_per_hour
    output = replace(
        whole.output,
        share_fraction=share_fraction,
        cached_share_fraction=share_fraction * whole.output.cached_share_fraction,
        image_share_fraction=share_fraction * whole.output.image_share_fraction,
    )
    whole = replace(whole, output=output)
    ends: tuple[Number, Number] = (0.0, 0.0)
    full_usd: Number = 0.0
    for name, hour in pools.items():
        usd = of_pools[name]
        low, high = _end_ratios(hour, usd)
        ends = ends[0] + usd / usd_per_hour * low, ends[1] + usd / usd_per_hour * high
        full_usd = full_usd + _items(at_full_use(hour))[1]
    ratio = whole.used_fraction * (full_usd / usd_per_hour)
    if all(_end_ratios(pools[name], of_pools[name]) == EXACT for name in pools):
        ends = EXACT
    return _bill(whole, tuple(items), usd_per_hour, ratio, ends, EVERY_RESULT)


def _bill(
    hour: Hour,
    items: tuple[HourlyLineItem, ...],
    usd_per_hour: Number,
    full_ratio: Number,
    end_ratios: tuple[Number, Number],
    wanted: Container[str],
) -> Bill:
    """What follows from the items of an hour; full_ratio: prices at full use over those here."""
    output, facility_watts = hour.output, hour.power.facility_watts
    served = output.requests_per_second * hour.used_fraction
    found = unit_costs_of(output, usd_per_hour, served, facility_watts, wanted, end_ratios)
    return Bill(
        line_items=items,
        unit_costs=found,
        at_full_use=at_full_use_of(found, full_ratio),
        efficiency=efficiency_of(hour, served, wanted),
        power=hour.power,
        served_requests_per_second=served,
    )


def _end_ratios(hour: Hour, usd_per_hour: Number) -> tuple[Number, Number]:
    """Ends of the interval of a bill over it: those of the price of a device-hour.

    Energy is paid besides by owned devices, and is no part of that price.
    """
    rate = hour.rate
    ends = (rate.low_ratio, rate.high_ratio)
    if all(isinstance(end, float) for end in ends) and ends == (1.0, 1.0):
        return EXACT
    low, high = rate.end_ratios
    if _is_rented(hour):
        return low, high
    kilowatts = hour.power.facility_watts / WATTS_PER_KILOWATT
    share = 1.0 - kilowatts * hour.place.usd_per_kilowatt_hour / usd_per_hour
    return 1.0 - share * (1.0 - low), 1.0 + share * (high - 1.0)


def _items(hour: Hour) -> tuple[tuple[HourlyLineItem, ...], Number]:
    """The items that an hour has, and their sum in that order."""
    items = []
    usd_per_hour: Number = 0.0
    for term in TERMS:
        applies = term.applies(hour)
        if applies is False:
            continue
        quantity, usd_per_unit = term.quantity(hour), term.usd_per_unit(hour)
        usd = unit_cost.line_usd(quantity=quantity, usd_per_unit=usd_per_unit)
        usd_per_hour = usd_per_hour + where(applies, usd, 0.0)
        items.append(
            HourlyLineItem(
                name=term.name,
                quantity=quantity,
                unit=term.unit,
                usd_per_unit=usd_per_unit,
                usd_per_hour=only_where(applies, usd),
                formula=term.formula,
                source=term.source or hour.source,
            )
        )
    return tuple(items), usd_per_hour
