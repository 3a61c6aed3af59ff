"""The region that is meant where a provider is named and no place: the usual one of the provider.

The median over all of its regions is a price that nobody looks for: people who say `aws h100` read
the list price of us-east-1.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from pricing.asking.questions import Ask
from pricing.asking.words.places.regions import Region
from pricing.catalog.catalog import Catalog
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.prices import MARKET
from pricing.purchasing.one_provider import USUAL_OPTION
from pricing.purchasing.query import Purchase
from pricing.quote.context import day_of


def in_usual_regions(asks: Sequence[Ask], catalog: Catalog) -> tuple[Ask, ...]:
    """Questions that name a provider alone, in its usual region, with what other regions ask.

    So is what one provider alone sells. Who asks for the lowest price means any region.
    """
    return tuple(ask if "cheapest" in ask.figures else _placed(ask, catalog) for ask in asks)


def _placed(ask: Ask, catalog: Catalog) -> Ask:
    query: Any = ask.query
    name = "purchases" if ask.kind == "run_costs" else "purchase"
    bought = getattr(query, name, None)
    if not bought or getattr(query, "area", None) is not None:
        return ask
    device = query.device if hasattr(query, "device") else query.deployment.device
    day = day_of(query.as_of, field="as_of") if query.as_of else catalog.known_by
    told: list[str] = []
    purchases = bought if isinstance(bought, tuple) else (bought,)
    placed = tuple(_bought(one, device, day.toordinal(), catalog, told) for one in purchases)
    if placed == purchases:
        return ask
    changed = placed if isinstance(bought, tuple) else placed[0]
    assumed = tuple(dict.fromkeys((*ask.assumed, *told[:1])))
    return replace(ask, query=replace(query, **{name: changed}), assumed=assumed)


def _bought(bought: Purchase, device: str, day: int, catalog: Catalog, told: list[str]) -> Purchase:
    """A purchase in the usual region of its provider, or as it was; told: what was chosen."""
    is_placed = bought.region is not None or bought.usd_per_device_hour is not None
    if is_placed or bought.option == "owned":
        return bought
    option, provider = bought.option or USUAL_OPTION, bought.provider
    if provider is None:
        sellers = [one for one in catalog.prices.providers(device) if one != MARKET]
        provider = sellers[0] if len(sellers) == 1 else None
    if provider is None:
        return bought
    question = PriceQuestion(device, option, provider, None, bought.instance_type)
    usual = _usual(catalog, question, day)
    if usual is None:
        return bought
    region, count, low, high = usual
    if low != high:
        told.append(
            f"{region}, the usual region of {provider}, is taken: {count} regions ask"
            f" ${low:.3g} to ${high:.3g} a device-hour"
        )
    return replace(bought, provider=provider, region=region)


@lru_cache(maxsize=512)
def _usual(
    catalog: Catalog, question: PriceQuestion, day: int
) -> tuple[str, int, float, float] | None:
    """The usual region, and how many ask which prices; None where there are not several."""
    prices: dict[Region, float] = {}
    for row in catalog.prices.in_force(question, day):
        prices.setdefault((row.provider, row.region), row.usd_per_device_hour)
    if len(prices) <= 1:
        return None
    region = min(prices, key=lambda one: catalog.prices.usual.place(*one))[1]
    return region, len(prices), min(prices.values()), max(prices.values())
