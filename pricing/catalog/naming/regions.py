"""Regions of a provider by what people call them: a city, a state or a country."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain

from pricing.catalog.catalog import Catalog
from pricing.catalog.naming.partial_names import squashed
from pricing.catalog.naming.typos import Speller
from pricing.catalog.rows import PriceRow
from pricing.lists import rows_of


@lru_cache(maxsize=1)
def _called() -> Mapping[str, tuple[str, frozenset[str]]]:
    """What names of places stand for: a kind of place, and its values, by their plain spelling."""
    known: dict[str, tuple[str, frozenset[str]]] = {}
    for row in rows_of("pricing.catalog.naming", "places.csv"):
        is_area = row["kind"] == "area"
        values = frozenset(row["value"].split(" ") if is_area else [squashed(row["value"])])
        for phrase in row["phrases"].split("|"):
            known[squashed(phrase)] = (row["kind"], values)
    return known


def regions_at(catalog: Catalog, provider: str, name: str) -> tuple[str, ...]:
    """All regions of a provider at a place, without those for governments where others are."""
    plain = squashed(name)
    _, values = _called().get(plain, ("", frozenset()))
    wanted = {plain, *map(squashed, values)}
    isolated = catalog.isolated_regions
    rows = catalog.frames["regions"].filter(provider=provider)
    found = [
        region
        for region, *names in rows.select("region", "country", "subdivision", "place").iter_rows()
        if not wanted.isdisjoint(squashed(one) for one in names if one)
    ]
    usual = [region for region in found if (provider, region.casefold()) not in isolated]
    return tuple(usual or found)


@lru_cache(maxsize=8)
def _regions(catalog: Catalog) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Regions by provider and what their place is called, the one with the most prices first."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    rows = catalog.frames["regions"].select("provider", "region", "country", "subdivision", "place")
    for provider, region, *names in rows.iter_rows():
        for name in filter(None, names):
            found[provider, squashed(name)].add(region)
    counts = catalog.popularity.price_counts
    isolated = catalog.isolated_regions

    def likeness(provider: str, region: str) -> tuple[bool, int, str]:
        is_isolated = (provider, region.casefold()) in isolated
        return is_isolated, -counts.get((provider, region), 0), region

    return {
        key: tuple(sorted(regions, key=lambda region: likeness(key[0], region)))
        for key, regions in found.items()
    }


def regions_called(catalog: Catalog, name: str) -> tuple[str, ...]:
    """The regions of all providers at a place, those of the provider with the most prices first."""
    counts: dict[str, int] = defaultdict(int)
    for (provider, _), count in catalog.popularity.price_counts.items():
        counts[provider] += count
    providers = sorted(counts, key=lambda provider: -counts[provider])
    found = (region_called(catalog, provider, name) for provider in providers)
    return tuple(dict.fromkeys(region for region in found if region is not None))


def region_called(catalog: Catalog, provider: str, name: str) -> str | None:
    """The region of a provider at a place, the one with the most prices; None where it has none."""
    known, plain = _regions(catalog), squashed(name)
    _, values = _called().get(plain, ("", frozenset()))
    for place in (plain, *sorted(values)):
        regions = known.get((provider, squashed(place)), ())
        if regions:
            return regions[0]
    return None


def regions_in(catalog: Catalog, name: str, providers: Iterable[str]) -> tuple[str, ...]:
    """All regions of some providers at a place: a city, a state, a country or an area."""
    found = (regions_at(catalog, provider, name) for provider in providers)
    return tuple(dict.fromkeys(chain.from_iterable(found)))


@lru_cache(maxsize=8)
def places_speller(catalog: Catalog) -> Speller:
    """What misspelt places are read as, those with the most regions first."""
    counts: dict[str, int] = defaultdict(int)
    for (_, place), regions in _regions(catalog).items():
        counts[place] += len(regions)
    return Speller((*sorted(counts, key=lambda place: -counts[place]), *_called()))


def remoteness(catalog: Catalog, provider: str | None, region: str | None, row: PriceRow) -> int:
    """How far the place of a price is from a region: there 0, the country 1, the continent 2, or 3.

    0 everywhere where no region is asked for.
    """
    if region in {None, row.region}:
        return 0
    there = catalog.regions.get((row.provider, row.region), (None, None))[0]
    countries = {
        country
        for (seller, name), (country, _) in catalog.regions.items()
        if name == region and provider in {None, seller}
    } - {None}
    if there in countries:
        return 1
    areas = [values for kind, values in _called().values() if kind == "area"]
    return 2 if any(there in area and not countries.isdisjoint(area) for area in areas) else 3
