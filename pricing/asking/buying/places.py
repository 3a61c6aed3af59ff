"""Where capacity is bought, as a side of a question says it."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pricing.asking.parts import Parts
from pricing.asking.words.places.areas import Area, is_wide, median_in, regions_of
from pricing.asking.words.places.regions import (
    COUNTRIES,
    Found,
    by_price,
    cheapest_region,
    region_of,
)
from pricing.asking.words.slots import MOST_OTHERS
from pricing.asking.words.terms import Place
from pricing.catalog.instances import Need
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.prices import PriceChoice
from pricing.errors import UnknownName
from pricing.quote.context import day_of

EVERYWHERE = "global"
"""The region of providers that list one price for all of theirs."""


Named = tuple[Sequence[Place], str]
"""The readings of the name of a place, and the name."""


class Where(Struct, frozen=True):
    """A provider and its region; area: what they are the median of, None for a place by itself."""

    provider: str | None = None
    region: str | None = None
    area: Area | None = None


def places_of(parts: Parts) -> Sequence[Named]:
    """The places that are said, by what they may mean."""
    return parts.said.get("place") or ()


def is_of_grid(parts: Parts) -> bool:
    """Whether a place names a grid: carbon is asked for, and no provider is named."""
    said, places = parts.said, places_of(parts)
    return (
        bool(places)
        and bool({"carbon", "carbon_per_request"} & {*said.figures})
        and said.get("provider") is None
        and any(place.kind in {*COUNTRIES, "state"} for place in places[0][0])
    )


def where_of(parts: Parts) -> Where:
    """Provider and region of what is said.

    Of a country or of all but some providers they are those of the median price there. Of a place
    without a provider they are those where the device is rented out.
    """
    said, places = parts.said, places_of(parts)
    provider: str | None = said.get("provider")
    if is_of_grid(parts):
        places = ()
    area = _area(parts, places)
    if area is not None:
        found = _median(parts, area)
        if found is not None:
            _tell_median(parts, area, found)
            return Where(found.row.provider, found.row.region, area)
    if not places:
        return Where(provider)
    (named, text), *others = places
    said.left.extend(other for _, other in others)
    if provider is None and parts.device is not None and said.get("superlative") == "cheapest":
        lowest = cheapest_region(
            parts.catalog,
            named,
            device=parts.device,
            option=said.get("option") or "on_demand",
            said=text,
        )
        if lowest is not None:
            parts.assumed.append(f"{lowest[1]} of {lowest[0]} has the lowest price in {text}")
            return Where(*lowest)
    region = _region(parts, named, text)
    if provider is None or region.region.casefold() not in {text.casefold(), EVERYWHERE}:
        near = [f"{name} of {seller}" for seller, name in region.others[:MOST_OTHERS]]
        more = f", and not as {' or '.join(near)}" if near else ""
        parts.assumed.append(f"{text} is read as {region.region} of {region.provider}{more}")
    return Where(region.provider, region.region)


def _region(parts: Parts, named: Sequence[Place], text: str) -> Found:
    """The region of a place. Raises UnknownName with questions about those who have one there."""
    provider = parts.said.get("provider")
    try:
        return region_of(parts.catalog, named, provider=provider, device=parts.device, said=text)
    except UnknownName as unknown:
        if provider is not None and EVERYWHERE in parts.catalog.providers.get(provider, ()):
            parts.assumed.append(f"{provider} lists one price for all of its regions")
            return Found(provider, EVERYWHERE, ())
        sellers = dict.fromkeys(name.rpartition(" of ")[2] for name in unknown.nearest)
        known = [name for name in sellers if name in parts.catalog.providers]
        subject = parts.device or "h100"
        unknown.nearest = (
            *(f"{subject} on {name} in {text}" for name in known),
            *((f"{subject} on {provider}",) if provider else ()),
        )
        raise


def _area(parts: Parts, places: Sequence[Named]) -> Area | None:
    """The area that is said, None where a region or none is."""
    said = parts.said
    without = [name for name, _ in said.get("without") or ()]
    outside: Sequence[Named] = said.get("outside") or ()
    is_cheapest = said.get("superlative") == "cheapest" and said.get("provider") is None
    within = places[0] if places and is_wide(places[0][0]) and not is_cheapest else None
    if parts.device is None or said.get("option") == "owned" or said.get("usd_per_hour"):
        return None
    if within is None and (not (without or outside) or places):
        return None
    told = [
        f"in {within[1]}" if within else "",
        f"not at {' or '.join(without)}" if without else "",
        f"not in {' or '.join(text for _, text in outside)}" if outside else "",
    ]
    said.left.extend(text for _, text in places[1:])
    return Area(
        said=", ".join(filter(None, told)),
        places=tuple(within[0]) if within else (),
        outside=tuple(place for named, _ in outside for place in named),
        without=tuple(without),
    )


def _median(parts: Parts, area: Area) -> PriceChoice | None:
    said, machine = parts.said, parts.said.get("machine")
    day = day_of(parts.as_of, field="as_of") if parts.as_of else parts.catalog.known_by
    need = None if parts.count is None else Need(float(parts.count), 1.0, is_shared=True)
    question = PriceQuestion(
        parts.device or "",
        said.get("option") or "on_demand",
        said.get("provider"),
        instance_type=machine.instance_type if machine is not None else None,
    )
    return median_in(parts.catalog, area, question, day.toordinal(), need)


def _tell_median(parts: Parts, area: Area, found: PriceChoice) -> None:
    """Tell which of the prices of an area is taken, and how far they go."""
    among, row = found.range, found.row
    if among.count == 1:
        parts.assumed.append(f"{row.region} of {row.provider} alone sells it {area.said}")
        return
    low, high = among.low_usd_per_device_hour, among.high_usd_per_device_hour
    many = len(among.providers)
    parts.assumed.append(
        f"{area.said}, {many} provider{'s' if many > 1 else ''} ask{'' if many > 1 else 's'}"
        f" ${low:.3g} to ${high:.3g} a device-hour: the median is that of {row.provider}"
        f" {row.region}"
    )


def lowest_regions(parts: Parts, devices: Iterable[str]) -> tuple[str, ...]:
    """Of a country or more, the regions where each of some devices costs least; none elsewhere."""
    said, places = parts.said, places_of(parts)
    if not places or not is_wide(places[0][0]) or said.get("provider") or is_of_grid(parts):
        return ()
    named, text = places[0]
    option = said.get("option") or "on_demand"
    fitting = regions_of(parts.catalog, Area(said=text, places=tuple(named)))
    found = (
        next((one for one in by_price(parts.catalog, device, option) if one in fitting), None)
        for device in devices
    )
    regions = tuple(dict.fromkeys(region for _, region in filter(None, found)))
    if regions:
        parts.assumed = [told for told in parts.assumed if not told.startswith(f"{text} is read")]
        parts.assumed.append(f"of each device the lowest price in {text} is taken")
    return regions
