"""Rows of the price table that match a purchase, and the nearest rows if none does."""

from datetime import date

from msgspec.structs import replace

from pricing.catalog.instances import Need
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.lookup import MOST_NEAR
from pricing.catalog.names import normalised, spelt
from pricing.catalog.naming.regions import region_called, regions_called, remoteness
from pricing.catalog.prices import PriceChoice
from pricing.catalog.rows import Device, PriceRow
from pricing.errors import InvalidQuery, NoPrice, Refusal, UnknownName
from pricing.purchasing.query import AnyPurchase, Purchase
from pricing.quote.context import QuoteContext

OWNED = ("owned",)
"""The nearest option if nobody rents out the device."""

EVERYWHERE = frozenset({"global"})
"""The region of providers that list one price for all of theirs."""


def placed(context: QuoteContext, purchase: AnyPurchase, *, field: str) -> AnyPurchase:
    """The purchase with provider, region and instance type in the spelling of the tables.

    A caller's own price may name a place without prices, since the place determines energy and
    carbon. Raises UnknownName, or InvalidQuery for an owned device with an instance type.
    """
    provider, region, instance_type = purchase.provider, purchase.region, purchase.instance_type
    if provider is None and region is None and instance_type is None:
        return purchase
    if purchase.option == "owned" and instance_type is not None:
        raise InvalidQuery(
            "an instance type applies to rented capacity: leave out instance_type",
            field=f"{field}.instance_type",
        )
    is_own = purchase.usd_per_device_hour is not None or purchase.option == "owned"
    places = context.catalog.sites if is_own else context.catalog.providers
    if provider is not None:
        provider = spelt("provider", provider, places, field=f"{field}.provider")
    if region is not None:
        regions = frozenset().union(*places.values()) if provider is None else places[provider]
        kind = f"region of {provider or 'any provider'}"
        region = _region(context, provider, region, regions, kind, field=f"{field}.region")
    if instance_type is not None:
        known = context.catalog.instance_types
        instance_type = known.get(normalised(instance_type), instance_type)
    if (provider, region, instance_type) == (
        purchase.provider,
        purchase.region,
        purchase.instance_type,
    ):
        return purchase
    return replace(purchase, provider=provider, region=region, instance_type=instance_type)


def _region(
    context: QuoteContext,
    provider: str | None,
    name: str,
    regions: frozenset[str],
    kind: str,
    *,
    field: str,
) -> str:
    """The region of a name, or at a place of this name. Raises UnknownName."""
    try:
        return spelt(kind, name, regions, field=field)
    except UnknownName as unknown:
        called = region_called(context.catalog, provider, name) if provider else None
        if provider and regions == EVERYWHERE:
            context.warn(f"{provider} lists one price for all of its regions: {name} is read so")
            return next(iter(EVERYWHERE))
        if called is None or called not in regions:
            meant = () if provider else regions_called(context.catalog, name)
            unknown.nearest = meant[:MOST_NEAR] or unknown.nearest
            raise
        context.warn(f"{name} is read as {called} of {provider}")
        return called


def find(
    context: QuoteContext,
    device: Device,
    option: str,
    purchase: Purchase,
    *,
    provider: str | None = None,
    need: Need | None = None,
) -> PriceChoice | None:
    """The matching row in force, None if there is none; need: what its instances are to hold."""
    question = PriceQuestion(
        device.name,
        option,
        provider or purchase.provider,
        purchase.region,
        purchase.instance_type,
        purchase.minimum_confidence,
    )
    return context.catalog.prices.find(question, context.day, need)


def in_force(
    context: QuoteContext, device: Device, option: str, purchase: Purchase
) -> tuple[PriceRow, ...]:
    """Every matching row in force, the cheapest first."""
    question = PriceQuestion(
        device.name, option, purchase.provider, purchase.region, purchase.instance_type
    )
    return context.catalog.prices.in_force(question, context.day)


def warn_of_flag(context: QuoteContext, row: PriceRow, doubt: str | None) -> None:
    """Warn of a price that may be wrong."""
    if doubt is not None:
        context.warn(f"the price {row.id} may be wrong: {doubt}")


def at_place(purchase: Purchase) -> str:
    """The place of a purchase in words, empty if it may be anywhere."""
    place = [part for part in (purchase.provider, purchase.region, purchase.instance_type) if part]
    return f" at {' '.join(place)}" if place else ""


def in_words(purchase: Purchase) -> str:
    """The place of a purchase and the least confidence of its price, empty without both."""
    least = purchase.minimum_confidence
    return f"{at_place(purchase)}{f' that is {least} or better' if least else ''}"


def no_price(
    context: QuoteContext,
    device: Device,
    option: str,
    purchase: Purchase,
    *,
    field: str,
    suggests: bool,
    listed: tuple[str, ...],
) -> Refusal:
    """The refusal of a purchase without a price, with the nearest days, places and options.

    suggests: whether to search for these, which takes longest; listed: options that have a listed
    estimate instead of a row.
    """
    near = (_near(context, device, option, purchase) or listed) if suggests else ()
    return NoPrice(
        f"no {option} price of {device.name}{in_words(purchase)} on {context.as_of} in release"
        f" {context.catalog.name}",
        field=f"{field}.option" if near and near in (OWNED, listed) else field,
        nearest=near,
    )


def _near(
    context: QuoteContext, device: Device, option: str, purchase: Purchase
) -> tuple[str, ...]:
    book = context.catalog.prices
    question = PriceQuestion(
        device.name, option, purchase.provider, purchase.region, purchase.instance_type
    )
    close = book.rows(question)
    if not close:
        close = book.rows(PriceQuestion(device.name, option), context.day)
    for provider in dict.fromkeys((purchase.provider, None)):
        close = close or [
            row
            for other in book.options(device.name)
            for row in book.rows(PriceQuestion(device.name, other, provider), context.day)
        ]
    near = {
        row.id: (_distance(row, context.day), *_elsewhere(context, row, purchase), row.id)
        for row in close
    }
    close.sort(key=lambda row: near[row.id])
    by_place = {(row.provider, row.region, row.option): row.id for row in reversed(close)}
    return tuple(row.id for row in close if row.id in by_place.values())[:MOST_NEAR] or (
        OWNED if device.purchase_usd is not None else ()
    )


def _elsewhere(
    context: QuoteContext, row: PriceRow, purchase: Purchase
) -> tuple[bool, bool, int, bool, tuple[bool, int, str]]:
    """How far provider, region and instance type of a row are from those of a purchase."""
    return (
        row.provider != purchase.provider,
        row.isolated,
        remoteness(context.catalog, purchase.provider, purchase.region, row),
        row.instance_type != purchase.instance_type,
        context.catalog.prices.usual.place(row.provider, row.region),
    )


def _distance(row: PriceRow, day: int) -> int:
    start = date.fromisoformat(row.effective_from).toordinal()
    end = date.max if row.effective_to is None else date.fromisoformat(row.effective_to)
    return max(start - day, day - end.toordinal() + 1, 0)
