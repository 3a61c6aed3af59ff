"""Questions about devices alone: their price, or facts of them."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pricing.asking.buying.places import where_of
from pricing.asking.buying.purchases import purchase_of
from pricing.asking.buying.sites import facility_of, site_of_facts
from pricing.asking.memory import share_of_memory
from pricing.asking.parts import Parts
from pricing.asking.query import DeviceFactsQuery, DevicePriceQuery
from pricing.asking.words.amounts.side_prices import OWN_PRICES
from pricing.asking.words.memory.fits import OF_LENGTH
from pricing.purchasing.commitments import TERM_YEARS
from pricing.purchasing.site import PUE_KEY
from pricing.quote.query import DOLLARS
from pricing.units import DAYS_PER_MONTH, HOURS_PER_MONTH, MONTHS_PER_YEAR

FACTS = frozenset({"watts", "idle", "electricity", "carbon", "memory", "bandwidth", "flops"})
"""Figures that a device has without any work."""

DAYS_OF = {
    "per_day": 1.0,
    "per_week": 7.0,
    "per_month": DAYS_PER_MONTH,
    "per_year": DAYS_PER_MONTH * MONTHS_PER_YEAR,
}
"""Periods that hours of a day are paid for in [days]."""

OF_POWER = ("usd_per_kilowatt_hour", "pue", "grams_per_kwh")
"""What is said of power, which the rent of devices includes."""

MONEY = frozenset({"price", "per_hour", "per_month", "per_year"})

OF_MODELS = (OF_LENGTH - FACTS - {"count"}) | {
    *("energy_per_token", "energy_per_request", "tokens_per_usd", "tokens_per_joule"),
    *("tokens_per_kwh", "watts_per_user", "carbon_per_request", "per_token", "per_million"),
}
"""Figures that no device has without a model."""

WATTS_PER_MEGAWATT = 1e6

PAID = (
    "megawatts",
    "sum",
    "budget_per_month",
    "most_usd_per_month",
    "budget",
    "months",
    "device_hours",
)
"""What says how much power there is, or how much or how long is paid for."""


def needs_model(parts: Parts) -> bool:
    """Whether what is asked of devices alone depends on the model that they run.

    Beside their price or a fact of them it is left unread.
    """
    said, figures = parts.said, {*parts.said.figures}
    asked = figures & (OF_MODELS | {"count"})
    if not asked or said.get("method") is not None or {*PAID} & said.slots.keys():
        return False
    if figures & FACTS or ("price" in figures and "per_million" not in figures):
        said.left.extend(name.replace("_", " ") for name in sorted(asked - {"count"}))
        return False
    return True


def about_device(parts: Parts, catalog: str | None, as_of: str | None) -> tuple[str, Struct]:
    """The price of devices, or facts of them. A price that is asked for beside them is a price."""
    said = parts.said
    if said.get("megawatts"):
        fill_site(parts)
    figures = {*said.figures}
    if "purchase" in figures:
        said.slots.setdefault("option", "owned")
    share_of_memory(parts.catalog, parts.device, parts.said.get("gigabytes"), parts.assumed)
    shared: dict[str, Any] = {
        "device": parts.device,
        "device_count": parts.count,
        "catalog": catalog,
        "as_of": as_of,
    }
    is_power = bool(figures & {"watts", "idle", "electricity", "carbon"}) and "price" not in figures
    is_fact = is_power or bool(figures & FACTS and not figures & MONEY)
    bought = {"option", "rental", "ownership"}
    bought |= set() if {"carbon", "watts"} & figures else {"provider"}
    is_electricity = is_power and "electricity" in figures and said.get("option") == "owned"
    if is_electricity or (is_fact and not bought & said.slots.keys()):
        facility, where = site_of_facts(parts)
        return "device_facts", DeviceFactsQuery(
            facility=facility,
            provider=where.provider,
            region=where.region,
            currency=said.get("currency") or DOLLARS,
            **shared,
        )
    is_owned = said.get("option") == "owned" and "price" in figures
    if said.get("usd_per_kilowatt_hour") or is_owned:  # electricity is a part of the price here
        said.figures[:] = [one for one in said.figures if one not in {"watts", "electricity"}]
    facility, purchase, area = facility_of(parts), purchase_of(parts), where_of(parts).area
    is_alone = OWN_PRICES not in said.slots
    if is_alone and purchase.option != "owned" and not {*said.figures} & FACTS:
        said.left.extend(said.words[name] for name in OF_POWER if name in said.words)
    if purchase.option == "owned":
        facility, where = site_of_facts(parts)
        purchase = replace(purchase, provider=where.provider, region=where.region)
    if area is not None:
        purchase = replace(purchase, provider=said.get("provider"), region=None)
    return "device_price", DevicePriceQuery(
        hours=_hours(parts, is_owned=purchase.option == "owned"),
        purchase=purchase,
        area=area,
        facility=facility,
        with_facts=bool({*said.figures} & FACTS),
        currency=said.get("currency") or DOLLARS,
        **shared,
    )


def fill_site(parts: Parts) -> None:
    """Take as many devices as a site's power is enough for, at their TDP with host and PUE."""
    said, catalog = parts.said, parts.catalog
    if said.get("device_count"):  # 8xb200 at 12 kW: their power is that of the tables
        said.left.append(said.words.get("megawatts", ""))
        return
    device = catalog.devices[str(parts.device)]
    host_watts = catalog.assumptions[catalog.host_watts_keys[device.name]].value
    pue_ratio = said.get("pue") or catalog.assumptions[PUE_KEY].value
    watts = (device.tdp_watts + host_watts) * pue_ratio
    count = said.get("megawatts") * WATTS_PER_MEGAWATT // watts
    said.slots["device_count"] = count
    said.figures[:] = dict.fromkeys(("watts", *(one for one in said.figures if one != "count")))
    parts.assumed.append(
        f"{said.get('megawatts'):g} MW are enough for {count:,.0f} of {device.name} at"
        f" {watts:,.0f} W each, with host and a PUE of {pue_ratio:g}"
    )


def _hours(parts: Parts, *, is_owned: bool) -> float | None:
    """How long devices are paid for, None where nobody says: hours of a day, of a period."""
    said, per_day = parts.said, parts.hours_per_day
    months: float | None = said.get("months")
    term_years = TERM_YEARS.get(said.get("option"))
    if months is None and said.get("combined") and term_years is not None:
        months = term_years * MONTHS_PER_YEAR  # the total of a commitment
    if said.get("device_hours") is not None:
        return float(said.get("device_hours") / (parts.count or 1))
    if per_day and is_owned:
        parts.assumed.append("devices of one's own cost the same in the hours without work")
        return (months or 1.0) * HOURS_PER_MONTH
    if per_day:
        period = next((name for name in DAYS_OF if name in said.figures), "per_month")
        said.figures[:] = [name for name in said.figures if name not in DAYS_OF]
        hours = per_day * (DAYS_OF[period] if months is None else months * DAYS_PER_MONTH)
        parts.assumed.append(f"the devices are paid for {hours:,.0f} hours in all")
        return hours
    return None if months is None else months * HOURS_PER_MONTH
