"""The bill of an hour: its items, what a unit of work costs, and the power that is drawn.

Every function takes floats, for a quote, or arrays with an element a row, for a sweep. A number
that is absent is None, or NaN in an array. A new term of the bill is one entry of TERMS.
"""

from collections.abc import Callable, Container
from sys import intern
from typing import Any, cast

from msgspec import Struct

from pricing.formulas import power, unit_cost
from pricing.numerics.number import Number, greatest, only_where, otherwise, present, where
from pricing.purchasing.price import OwnedCost, Rate
from pricing.purchasing.site import PRICE_KEY, Site
from pricing.unit_costs.answer import Efficiency, HourlyLineItem, Power, UnitCosts
from pricing.units import TOKENS_PER_MILLION_TOKENS, WATTS_PER_KILOWATT

SMALLEST_TOKENS = 1e-9
"""Keeps a quotient finite where a request has no input."""


TOKEN_PRICES = (
    "usd_per_million_input_tokens",
    "usd_per_million_output_tokens",
    "usd_per_million_tokens",
    "usd_per_million_output_tokens_all_in",
)

INTERVALS = {
    name: (intern(f"{name}_low"), intern(f"{name}_high"))
    for name in (*TOKEN_PRICES, "usd_per_request")
}
"""The fields of either end of a price. A Struct finds fields by identity first."""


class Output(Struct, frozen=True, gc=False):
    """What a deployment does at full use, and what its devices draw.

    requests_per_second: sustained, all devices; low_ratio, high_ratio: ends of the 80% interval
    over it; used_fraction: share of it that an arrival rate uses, absent without one;
    busy_fraction: share of the time that a replica works, at the rate or at full use;
    share_fraction: the prefill's share of the devices' time. Tokens and share are absent for work
    that is not tokens. Watts are those of one device.
    """

    device_count: Number
    requests_per_second: Number
    low_ratio: Number
    high_ratio: Number
    used_fraction: Number
    busy_fraction: Number
    input_tokens: Number
    output_tokens: Number
    share_fraction: Number
    busy_watts: Number
    idle_watts: Number
    host_watts: Number


class Hour(Struct, frozen=True, gc=False):
    """What is paid for in an hour.

    used_fraction: share of the throughput that is served; source: the row or assumption behind the
    price of a device-hour.
    """

    output: Output
    rate: Rate
    place: Site
    used_fraction: Number
    power: Power
    source: str = ""


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
    return hour.output.device_count * hour.used_fraction


TERMS: tuple[Term, ...] = (
    Term(
        name="compute",
        unit="device-hour",
        formula="unit_cost.line_usd",
        applies=_is_rented,
        quantity=_used_devices,
        usd_per_unit=lambda hour: hour.rate.list_usd,
    ),
    Term(
        name="capital",
        unit="device-hour",
        formula="capital.annuity_usd_per_hour",
        applies=_is_owned,
        quantity=_used_devices,
        usd_per_unit=lambda hour: _owned(hour).capital_usd,
    ),
    Term(
        name="operations",
        unit="device-hour",
        formula="capital.operations_usd_per_hour",
        applies=_is_owned,
        quantity=_used_devices,
        usd_per_unit=lambda hour: _owned(hour).operations_usd,
        source="capital.operations_fraction",
    ),
    Term(
        name="hosting",
        unit="device-hour",
        formula="capital.hosting_usd_per_hour",
        applies=_is_owned,
        quantity=_used_devices,
        usd_per_unit=lambda hour: _owned(hour).hosting_usd,
        source="capital.hosting_usd_per_kilowatt_month",
    ),
    Term(
        name="idle",
        unit="device-hour",
        formula="unit_cost.line_usd",
        applies=lambda hour: hour.used_fraction < 1.0,
        quantity=lambda hour: hour.output.device_count * (1.0 - hour.used_fraction),
        usd_per_unit=lambda hour: hour.rate.list_usd,
    ),
    Term(
        name="discount",
        unit="device-hour",
        formula="unit_cost.line_usd",
        applies=lambda hour: hour.rate.usd != hour.rate.list_usd,
        quantity=lambda hour: hour.output.device_count,
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


EVERY_RESULT = frozenset({*UnitCosts.__struct_fields__, *Efficiency.__struct_fields__})


def bill(hour: Hour, wanted: Container[str] = EVERY_RESULT) -> Bill:
    """The items of an hour and their total; what a unit costs, in money and in energy.

    wanted: the results that are needed; of others, what nothing else rests on is left out. Floats
    or arrays.
    """
    items, usd_per_hour = _items(hour)
    output, facility_watts = hour.output, hour.power.facility_watts
    served = output.requests_per_second * hour.used_fraction
    return Bill(
        line_items=items,
        unit_costs=_unit_costs(output, usd_per_hour, served, facility_watts, wanted),
        efficiency=_efficiency(hour, served, wanted),
        power=hour.power,
        served_requests_per_second=served,
    )


def power_of(
    output: Output,
    used_fraction: Number,
    *,
    pue_ratio: Number,
    measured_watts: Number = None,
    evidence: tuple[str, ...] = (),
) -> Power:
    """Mean power of a deployment of which a share is used. Floats or arrays.

    measured_watts: of one device, by the caller's own measurement, which wins.
    """
    device_watts = otherwise(
        measured_watts,
        power.device_watts(
            busy_watts=output.busy_watts,
            idle_watts=output.idle_watts,
            busy_fraction=_busy_fraction(output, used_fraction),
        ),
    )
    system_watts = power.system_watts(
        device_watts=device_watts, host_watts=output.host_watts, devices=output.device_count
    )
    return Power(
        device_watts=device_watts,
        system_watts=system_watts,
        facility_watts=power.facility_watts(system_watts=system_watts, pue_ratio=pue_ratio),
        evidence=evidence,
    )


def _busy_fraction(output: Output, used_fraction: Number) -> Number:
    """Share of time at work: under an arrival rate, while any request is in flight.

    A share that is given alternates between full use and none; replicas that no request is
    left for never work.
    """
    busy_fraction = output.busy_fraction
    return where(present(output.used_fraction), busy_fraction, used_fraction * busy_fraction)


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


def _unit_costs(
    output: Output,
    usd_per_hour: Number,
    served: Number,
    facility_watts: Number,
    wanted: Container[str],
) -> UnitCosts:
    """What each unit costs: the bill of an hour over what it serves; served: requests a second."""
    usd_per_request = unit_cost.usd_per_request(
        usd_per_hour=usd_per_hour, requests_per_second=served
    )
    # Faster than expected is cheaper; where a rate says what is served, neither is either.
    at_rate = present(output.used_fraction)
    low_ratio = where(at_rate, 1.0, 1.0 / output.high_ratio)
    high_ratio = where(at_rate, 1.0, 1.0 / output.low_ratio)
    usd = _token_prices(usd_per_request, output)
    usd["usd_per_request"] = usd_per_request
    for name, (low, high) in INTERVALS.items():
        price = usd[name]
        usd[low] = price * low_ratio if price is not None and low in wanted else None
        usd[high] = price * high_ratio if price is not None and high in wanted else None
    return UnitCosts(
        **usd,
        usd_per_hour=usd_per_hour,
        usd_per_kilowatt_hour=unit_cost.usd_per_kilowatt_hour(
            usd_per_hour=usd_per_hour, facility_watts=facility_watts
        ),
        usd_per_watt_year=unit_cost.usd_per_watt_year(
            usd_per_hour=usd_per_hour, facility_watts=facility_watts
        ),
        output_tokens_per_usd=(
            None if output.output_tokens is None else output.output_tokens / usd_per_request
        ),
    )


def _token_prices(usd_per_request: Number, output: Output) -> dict[str, Number]:
    """What a million tokens cost: of the input, the output, both, and all of it on the output.

    A request without input has no price of it; work that is not tokens has none at all.
    """
    input_tokens, output_tokens = output.input_tokens, output.output_tokens
    if output_tokens is None:
        return dict.fromkeys(TOKEN_PRICES)
    share_fraction = output.share_fraction
    usd_per_million = unit_cost.usd_per_million_tokens
    # An empty input costs nothing, whatever it is divided by.
    of_input = usd_per_million(
        usd_per_request=usd_per_request,
        share_fraction=share_fraction,
        tokens=greatest(input_tokens, SMALLEST_TOKENS),
    )
    return {
        "usd_per_million_input_tokens": only_where(input_tokens > 0.0, of_input),
        "usd_per_million_output_tokens": usd_per_million(
            usd_per_request=usd_per_request,
            share_fraction=1.0 - share_fraction,
            tokens=output_tokens,
        ),
        "usd_per_million_tokens": usd_per_million(
            usd_per_request=usd_per_request,
            share_fraction=1.0,
            tokens=input_tokens + output_tokens,
        ),
        "usd_per_million_output_tokens_all_in": usd_per_million(
            usd_per_request=usd_per_request, share_fraction=1.0, tokens=output_tokens
        ),
    }


def _efficiency(hour: Hour, served: Number, wanted: Container[str]) -> Efficiency:
    """What a token and a request take in energy and carbon; served: requests a second."""
    output_tokens, watts = hour.output.output_tokens, hour.power
    per_request = power.joules_per_unit(watts=watts.facility_watts, units_per_second=served)
    found: dict[str, Any] = dict.fromkeys(Efficiency.__struct_fields__)
    found["joules_per_request"] = per_request
    if output_tokens is None:
        return Efficiency(**found)
    found["joules_per_output_token"] = per_token = per_request / output_tokens
    if "output_tokens_per_joule" in wanted:
        found["output_tokens_per_joule"] = 1.0 / per_token
    if "output_tokens_per_device_joule" in wanted:
        device_watts = watts.device_watts * hour.output.device_count
        found["output_tokens_per_device_joule"] = served * output_tokens / device_watts
    if "grams_co2e_per_million_output_tokens" in wanted:
        found["grams_co2e_per_million_output_tokens"] = (
            TOKENS_PER_MILLION_TOKENS
            * per_token
            * power.grams_co2e_per_joule(
                grams_co2e_per_kilowatt_hour=hour.place.grams_co2e_per_kilowatt_hour
            )
        )
    return Efficiency(**found)
