"""The power of a site: what its electricity costs, and what its grid emits."""

from typing import Any

from msgspec.structs import replace

from pricing.asking.buying.places import Where, is_of_grid, places_of, where_of
from pricing.asking.parts import Parts
from pricing.asking.words.places.areas import is_wide
from pricing.asking.words.places.regions import country_of, regions_in
from pricing.purchasing.query import Facility
from pricing.purchasing.site import country_electricity


def facility_of(parts: Parts) -> Facility:
    """The site; a country whose carbon is asked for has the grid of that country."""
    said = parts.said
    grams = said.get("grams_per_kwh")
    if grams is None and is_of_grid(parts):
        grams = _grid_grams(parts)
    usd, places = said.get("usd_per_kilowatt_hour"), places_of(parts)
    if usd is None and "electricity" in said.figures and places and is_wide(places[0][0]):
        usd = _country_usd(parts)
    return Facility(
        pue_ratio=said.get("pue"),
        usd_per_kilowatt_hour=usd,
        grams_co2e_per_kilowatt_hour=grams,
    )


def site_of_facts(parts: Parts) -> tuple[Facility, Where]:
    """The site of devices whose facts are asked for: the power of a country is that of its own."""
    places = places_of(parts)
    if not places or parts.said.get("provider") is not None or not is_wide(places[0][0]):
        return facility_of(parts), where_of(parts)
    facility = facility_of(parts)
    changes: dict[str, Any] = {}
    pays = {"watts", "idle", "electricity", "price"} & {*parts.said.figures}
    if facility.usd_per_kilowatt_hour is None and (pays or parts.said.get("option") == "owned"):
        changes["usd_per_kilowatt_hour"] = _country_usd(parts)
    if facility.grams_co2e_per_kilowatt_hour is None:
        changes["grams_co2e_per_kilowatt_hour"] = _grid_grams(parts)
    return replace(facility, **changes), Where()


def _country_usd(parts: Parts) -> float | None:
    """The price of electricity in the country that is said, None where it is not known."""
    named, text = places_of(parts)[0]
    known = country_electricity(parts.catalog, country_of(parts.catalog, named))
    if known is None:
        parts.assumed.append(f"no price of electricity in {text} is known: the usual one is taken")
        return None
    parts.assumed.append(f"a kWh costs ${known.value:.3g} in {text} ({known.source}, industrial)")
    return float(known.value)


def _grid_grams(parts: Parts) -> float | None:
    places, text = places_of(parts)[0]
    name = " ".join(word.capitalize() for word in text.removeprefix("in ").split())
    states = [place for place in places if place.kind == "state"]
    near = sorted({*regions_in(parts.catalog, states, "")})
    countries = (("", country) for country in (*country_of(parts.catalog, places), name))
    for site in (*near, *countries):
        known = parts.catalog.power.get(("grid_carbon_intensity", *site))
        if known is not None:
            parts.assumed.append(
                f"the grid of {name} emits {known.value:,.4g} g of CO₂e a kWh ({known.source})"
            )
            return known.value
    parts.assumed.append(f"no carbon of the grid of {name} is known: the usual one is taken")
    return None
