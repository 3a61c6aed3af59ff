"""Sides of a question that are bought alike, so that their prices are of one seller and place."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pricing.asking.query import DevicePriceQuery
from pricing.asking.questions import LASTS, Ask
from pricing.asking.words.places.regions import Region
from pricing.catalog.catalog import Catalog
from pricing.catalog.listed.places import PriceQuestion
from pricing.purchasing.one_provider import USUAL_OPTION
from pricing.purchasing.query import Purchase
from pricing.quote.context import day_of
from pricing.tco.query import TcoQuery
from pricing.unit_costs.query import UnitCostQuery


def alike(asks: Sequence[Ask], catalog: Catalog) -> tuple[Ask, ...]:
    """Several ways to buy the same devices, all of them in one region of one provider.

    Of those that sell in all these ways, it is the one of the median price. Sides that differ by
    more than the way of buying are as they were.
    """
    bought = [_purchase(ask) for ask in asks]
    purchases = [one for one in bought if one is not None]
    options = tuple(one.option or USUAL_OPTION for one in purchases)
    is_told = len({(one.provider, one.region, one.instance_type) for one in purchases}) == 1
    is_of_ways = len(asks) > 1 and len({*options}) == len(asks) == len(purchases)
    devices = {_device(ask) for ask in asks} if is_of_ways and is_told else set()
    if len(devices) != 1:
        return tuple(asks)
    first = purchases[0]
    if first.region is not None or "owned" in options:
        return tuple(asks)
    found, count = _seller(asks[0], devices.pop(), first, options, catalog)
    if found is None:
        return tuple(asks)
    provider, region = found
    whose = "" if first.provider else f": the median of {count} who sell in all these ways"
    told = f"all are priced in {region} of {provider}{whose if count > 1 else ''}"
    return tuple(
        replace(_with(ask, provider=provider, region=region), assumed=(*ask.assumed, told))
        for ask in asks
    )


def as_long(asks: Sequence[Ask]) -> tuple[Ask, ...]:
    """Services side by side for the same months where nobody says how long: for the longest."""
    served = [ask for ask in asks if isinstance(ask.query, TcoQuery)]
    months = {query.horizon_months for ask in asks if isinstance(query := ask.query, TcoQuery)}
    if len(months) < 2 or not all(map(_is_usual_time, served)):  # noqa: PLR2004 - one for all
        return tuple(asks)
    told = f"{LASTS} {max(months)} months"
    return tuple(
        replace(
            ask,
            query=replace(ask.query, horizon_months=max(months)),
            assumed=(*(text for text in ask.assumed if not text.startswith(LASTS)), told),
        )
        if ask in served
        else ask
        for ask in asks
    )


def _is_usual_time(ask: Ask) -> bool:
    return any(text.startswith(LASTS) for text in ask.assumed)


def _purchase(ask: Ask) -> Purchase | None:
    """How a side buys, None where it buys nothing at a price of the table."""
    query: Any = ask.query
    if not isinstance(query, DevicePriceQuery | UnitCostQuery):
        return None
    if query.purchase.usd_per_device_hour is not None or getattr(query, "area", None) is not None:
        return None
    bought: Purchase = query.purchase
    return bought


def _device(ask: Ask) -> str:
    query: Any = ask.query
    return str(query.device if isinstance(query, DevicePriceQuery) else query.deployment.device)


def _with(ask: Ask, **changes: Any) -> Ask:
    query: Any = ask.query
    return replace(ask, query=replace(query, purchase=replace(query.purchase, **changes)))


def _seller(
    ask: Ask, device: str, bought: Purchase, options: Sequence[str], catalog: Catalog
) -> tuple[Region | None, int]:
    """The provider and the region of those that sell in all ways, and how many providers do.

    It is the provider of the median price of the first way, in its usual region.
    """
    query: Any = ask.query
    day = day_of(query.as_of, field="as_of") if query.as_of else catalog.known_by
    sold: list[dict[Region, float]] = []
    for option in options:
        question = PriceQuestion(device, option, bought.provider, None, bought.instance_type)
        prices: dict[Region, float] = {}
        for row in catalog.prices.in_force(question, day.toordinal()):
            prices.setdefault((row.provider, row.region), row.usd_per_device_hour)
        sold.append(prices)
    best: dict[str, Region] = {}
    for one in sorted(
        {*sold[0]}.intersection(*sold), key=lambda one: catalog.prices.usual.place(*one)
    ):
        best.setdefault(one[0], one)
    order = sorted(best.values(), key=lambda one: (sold[0][one], one))
    return (order[(len(order) - 1) // 2] if order else None), len(order)
