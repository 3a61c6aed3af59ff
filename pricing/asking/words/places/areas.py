"""Areas that people name: countries and groups of them, and all but some providers or places."""

from collections.abc import Sequence
from functools import lru_cache

from pricing.asking.words.places.regions import Region, regions_in
from pricing.asking.words.terms import Place
from pricing.catalog.catalog import Catalog
from pricing.catalog.instances import Need
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.prices import PriceChoice
from pricing.quote.query import Frozen

WIDE = frozenset({"country", "area", "city"})
"""Places with regions of many providers, none of which is meant alone."""


class Area(Frozen, frozen=True, kw_only=True):
    """Where something may be bought.

    said: in words; places: in any of these, anywhere where there are none; outside: in none of
    these; without: at none of these providers.
    """

    said: str
    places: tuple[Place, ...] = ()
    outside: tuple[Place, ...] = ()
    without: tuple[str, ...] = ()


def is_wide(places: Sequence[Place]) -> bool:
    """Whether a name is that of a country or of several."""
    return any(place.kind in WIDE for place in places)


@lru_cache(maxsize=64)
def regions_of(catalog: Catalog, area: Area) -> frozenset[Region]:
    """The regions of an area, no isolated ones."""
    known = {(name, region) for name, regions in catalog.providers.items() for region in regions}
    if area.places:
        known &= {*regions_in(catalog, area.places, "")}
    if area.outside:
        known -= {*regions_in(catalog, area.outside, "")}
        known = {one for one in known if catalog.regions.get(one, (None, None))[0] is not None}
    return frozenset(
        one
        for one in known
        if one[0] not in area.without
        and (one[0], one[1].casefold()) not in catalog.isolated_regions
    )


def median_in(
    catalog: Catalog, area: Area, question: PriceQuestion, day: int, need: Need | None
) -> PriceChoice | None:
    """The median price of the median provider of an area, None where nobody sells there."""
    return catalog.prices.among(question, day, regions_of(catalog, area), need)
