"""Places that people name, as regions of a provider that rents a device out there."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import polars as pl
from msgspec import Struct

from pricing.asking.words.terms import Place
from pricing.asking.words.vocabulary import provider_order
from pricing.catalog.catalog import Catalog
from pricing.catalog.naming.partial_names import squashed
from pricing.catalog.prices import MARKET
from pricing.errors import UnknownName

_AMERICAN = re.compile(r"(north|south)?(east|west|central)us(\d?)|us(east|west|central|south)\d")
"""Regions in the United States."""

COUNTRIES = frozenset({"country", "city"})
"""Kinds of places whose value is a country: it, and cities without a region of their own."""

Region = tuple[str, str]
"""A provider and the name that it gives a region."""


class Found(Struct, frozen=True):
    """The region that a place is read as, and others that fit, the likeliest first."""

    provider: str
    region: str
    others: tuple[Region, ...]


@lru_cache(maxsize=8)
def _sold(catalog: Catalog) -> Mapping[str, frozenset[Region]]:
    """The regions where each device has a price, by device."""
    pairs = catalog.frames["prices"].drop_nulls("device")
    found: dict[str, set[Region]] = {}
    for device, provider, region in pairs.select("device", "provider", "region").unique().rows():
        found.setdefault(device, set()).add((provider, region))
    return {device: frozenset(regions) for device, regions in found.items()}


def is_sold(catalog: Catalog, device: str, provider: str | None) -> bool:
    """Whether a provider, or any, has a price of a device on any day."""
    regions = _sold(catalog).get(device, frozenset())
    return any(provider in {None, one[0]} for one in regions)


@lru_cache(maxsize=8)
def _counts_sold(catalog: Catalog) -> Mapping[tuple[str, str], frozenset[float]]:
    """How many of a device the instances of a provider have, by device and provider."""
    rows = catalog.frames["prices"].drop_nulls("device")
    found: dict[tuple[str, str], set[float]] = defaultdict(set)
    for device, provider, count in (
        rows.select("device", "provider", "device_count").unique().rows()
    ):
        found[device, provider].add(count)
    return {key: frozenset(counts) for key, counts in found.items()}


def is_sold_in(catalog: Catalog, device: str, provider: str | None, count: float | None) -> bool:
    """Whether a provider has instances of just so many devices; False where either is not said."""
    return count in _counts_sold(catalog).get((device, provider or ""), ())


def region_of(
    catalog: Catalog,
    places: Sequence[Place],
    *,
    provider: str | None,
    device: str | None,
    said: str,
) -> Found:
    """The region of a place: where the device is rented out, else the most common provider's.

    Raises UnknownName where the provider has no region there.
    """
    fitting = sorted(set(regions_in(catalog, places, said)))
    own = [one for one in fitting if provider in {None, one[0]}]
    own = [one for one in own if one[1] in catalog.providers.get(one[0], ())] or own
    if not own:
        regions = catalog.sites.get(provider or "", frozenset())
        raise UnknownName(
            f"{provider or 'no provider'} has no region in {said}",
            field="region",
            nearest=(
                *(f"{region} of {name}" for name, region in fitting[:3]),
                *sorted(regions)[: 5 - len(fitting[:3])],
            ),
        )
    order, counts = provider_order(), catalog.popularity.price_counts
    sold = _sold(catalog).get(device or "", frozenset())
    isolated = catalog.isolated_regions

    def likeness(one: Region) -> tuple[bool, bool, bool, int, int, str]:
        is_isolated = (one[0], one[1].casefold()) in isolated
        place = order.get(one[0], len(order))
        return (
            is_isolated,
            device is not None and one not in sold,
            device is not None and not is_sold(catalog, device, one[0]),
            place,
            -counts.get(one, 0),
            one[1],
        )

    first, *others = sorted(own, key=likeness)
    return Found(first[0], first[1], tuple(others))


def cheapest_region(
    catalog: Catalog, places: Sequence[Place], *, device: str, option: str, said: str
) -> Region | None:
    """The region of a place whose price of a device is the lowest on the last day; None for none.

    Regions of governments do not count.
    """
    fitting = {*regions_in(catalog, places, said)}
    return next((one for one in by_price(catalog, device, option) if one in fitting), None)


def cheapest_seller(
    catalog: Catalog, device: str, option: str, *, without: Collection[str]
) -> str | None:
    """The provider with the lowest price of a device on the last day, some left out."""
    sellers = (provider for provider, _ in by_price(catalog, device, option))
    return next((one for one in sellers if one not in {MARKET, *without}), None)


@lru_cache(maxsize=512)
def by_price(catalog: Catalog, device: str, option: str) -> tuple[Region, ...]:
    """Regions that rent a device out on the last day, the cheapest first, no isolated ones."""
    ends, day = pl.col("effective_to"), catalog.known_by
    rows = catalog.frames["prices"].filter(
        (pl.col("device") == device)
        & (pl.col("option") == option)
        & (pl.col("effective_from") <= day)
        & (ends.is_null() | (ends > day))
    )
    each = pl.col("usd_per_hour") / pl.col("device_count")
    return tuple(
        (provider, region)
        for provider, region in rows.sort(each).select("provider", "region").iter_rows()
        if (provider, region.casefold()) not in catalog.isolated_regions
    )


def regions_in(catalog: Catalog, places: Sequence[Place], said: str) -> Iterator[Region]:
    """The regions that some readings of a name mean. One that is spelt as such is meant alone."""
    regions = {place.value for place in places if place.kind == "region"}
    exact = {name for name in regions if name.casefold() == said.strip().casefold()}
    if exact or regions:
        named = exact or regions
        yield from (
            (provider, region)
            for provider, known in catalog.sites.items()
            for region in known
            if region in named
        )
    if exact and all(place.kind == "region" for place in places):
        return
    known = _regions(catalog)
    for key in _keys(places):
        yield from (region for region, _ in known.get(key, ()))


@lru_cache(maxsize=8)
def _regions(catalog: Catalog) -> Mapping[tuple[str, str], Sequence[tuple[Region, str]]]:
    """The regions of each country, state and city, each with its country."""
    rows = catalog.frames["regions"].select("provider", "region", "country", "subdivision", "place")
    found: dict[tuple[str, str], list[tuple[Region, str]]] = defaultdict(list)
    for provider, region, country, state, city in rows.iter_rows():
        for key in (("country", country), ("state", state), ("place", city and squashed(city))):
            if key[1]:
                found[key].append(((provider, region), country or ""))
    return dict(found)


def _keys(places: Iterable[Place]) -> Iterator[tuple[str, str]]:
    """What the regions of some places are found by."""
    for place in places:
        match place.kind:
            case "area":
                yield from (("country", country) for country in place.value.split(" "))
            case "place":
                yield "place", squashed(place.value)
            case "city":
                yield "country", place.value
            case kind:
                yield kind, place.value


def called(region: str) -> tuple[str, ...]:
    """What a region in the United States is called as well: us east, us west 2."""
    found = _AMERICAN.fullmatch(region)
    if found is None:
        return ()
    half, side, number, other = found.groups(default="")
    return (f"us{half}{side or other}{number}",)


def country_of(catalog: Catalog, places: Iterable[Place]) -> tuple[str, ...]:
    """Names of the country of a place as the tables of power know it: its code, and its name."""
    places = tuple(places)
    codes = [place.value for place in places if place.kind in COUNTRIES]
    known = _regions(catalog)
    codes.extend(country for key in _keys(places) for _, country in known.get(key, ()) if country)
    return tuple(dict.fromkeys(codes))
