"""The site of the devices: PUE, electricity price and carbon intensity."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Assumption
from pricing.numerics.number import Number
from pricing.purchasing.price import Bought
from pricing.purchasing.query import Facility
from pricing.quote.context import QuoteContext

PUE_KEY = "facility.pue_ratio"
PRICE_KEY = "facility.usd_per_kilowatt_hour"
CARBON_KEY = "facility.grams_co2e_per_kilowatt_hour"

DOLLARS = "USD/kWh"
"""Unit of electricity prices that are used. Prices in other currencies are ignored."""

_COUNTRY_POWER = {
    "USA": "US national average industrial",
    "CHN": "China industrial",
    "JPN": "Japan industrial",
    "SGP": "Singapore industrial",
    "IND": "India industrial",
    "NOR": "Norway industrial",
    "DEU": "Germany large industry (non-household)",
}


class Site(Struct, frozen=True, gc=False):
    """The site of the devices. Floats or arrays.

    watts_per_device: with host and network before PUE, None where it is what the work draws.
    """

    pue_ratio: Number
    usd_per_kilowatt_hour: Number
    grams_co2e_per_kilowatt_hour: Number
    watts_per_device: Number = None


class Published(Struct, frozen=True):
    """Published values of a place, None where a release has none."""

    pue: Assumption | None
    electricity: Assumption | None
    carbon: Assumption | None


def site(
    context: QuoteContext,
    facility: Facility,
    *,
    provider: str | None,
    region: str | None,
    pays_energy: bool,
) -> Site:
    """The caller's values, else published ones of the region, its provider or its country.

    The price of electricity is looked up only if the caller pays it. Rental prices include it.
    """
    published = _published(context.catalog, provider or "", region or "")
    usd_per_kilowatt_hour = facility.usd_per_kilowatt_hour or 0.0
    if pays_energy:
        usd_per_kilowatt_hour = _value(
            context, facility.usd_per_kilowatt_hour, published.electricity, PRICE_KEY
        )
    return Site(
        _value(context, facility.pue_ratio, published.pue, PUE_KEY),
        usd_per_kilowatt_hour,
        _value(context, facility.grams_co2e_per_kilowatt_hour, published.carbon, CARBON_KEY),
        facility.watts_per_device,
    )


def site_of(context: QuoteContext, facility: Facility, bought: Bought) -> Site:
    """The site of priced devices. Energy is paid only for owned ones."""
    return site(
        context,
        facility,
        provider=bought.provider,
        region=bought.region,
        pays_energy=bought.owned is not None,
    )


def warn_of_included(context: QuoteContext, facility: Facility, *, pays_energy: bool) -> None:
    """Warn of a given electricity price that is not charged."""
    if facility.usd_per_kilowatt_hour is not None and not pays_energy:
        context.warn(f"{PRICE_KEY} is not charged: the price of a device-hour includes electricity")


@lru_cache(maxsize=4096)
def _published(catalog: Catalog, provider: str, region: str) -> Published:
    if provider:
        return _published_at(catalog, provider, region)
    values = {_published_at(catalog, *place) for place in _places(catalog, region)}
    return values.pop() if len(values) == 1 else _published_at(catalog, "", "")


def _published_at(catalog: Catalog, provider: str, region: str) -> Published:
    return Published(
        catalog.power.get(("pue", provider, region)) or catalog.provider_pue.get(provider),
        _electricity(catalog, provider, region),
        _carbon(catalog, provider, region),
    )


def _places(catalog: Catalog, region: str) -> list[tuple[str, str]]:
    """The providers that have a region of this name, with their spelling of it."""
    return [
        (provider, spelling)
        for provider, regions in catalog.sites.items()
        for spelling in regions
        if spelling.casefold() == region.casefold()
    ]


def _value(
    context: QuoteContext, given: float | None, published: Assumption | None, key: str
) -> float:
    if given is not None:
        return given
    return context.assume(key) if published is None else context.assume(published)


def _carbon(catalog: Catalog, provider: str, region: str) -> Assumption | None:
    published = catalog.power.get(("grid_carbon_intensity", provider, region))
    if published is None:
        country, _ = catalog.regions.get((provider, region), (None, None))
        published = catalog.power.get(("grid_carbon_intensity", "", country or ""))
    return published


def country_electricity(catalog: Catalog, countries: Sequence[str]) -> Assumption | None:
    """The published price of electricity of the first of some countries that has one, by code."""
    return _electricity_of(catalog, [_COUNTRY_POWER.get(country, "") for country in countries])


def _electricity(catalog: Catalog, provider: str, region: str) -> Assumption | None:
    country, state = catalog.regions.get((provider, region), (None, None))
    return _electricity_of(catalog, (f"US {state}", _COUNTRY_POWER.get(country or "", "")))


def _electricity_of(catalog: Catalog, places: Sequence[str]) -> Assumption | None:
    for place in places:
        published = catalog.power.get(("electricity_price_industrial", "", place))
        if published is not None and published.unit == DOLLARS:
            return published
    return None
