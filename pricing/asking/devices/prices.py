"""What an hour of devices costs, and who rents them out for less."""

from msgspec.structs import replace

from pricing.asking.answer import DevicePriceAnswer, Offer
from pricing.asking.devices.facts import device_facts
from pricing.asking.query import DeviceFactsQuery, DevicePriceQuery
from pricing.asking.words.places.areas import median_in, regions_of
from pricing.catalog.instances import Need
from pricing.catalog.library import Library
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.prices import MARKET, PriceChoice
from pricing.catalog.rows import Device
from pricing.purchasing.buy import buy
from pricing.purchasing.owning.answer import owned_rate
from pricing.purchasing.price import Bought
from pricing.purchasing.price_table import in_force, placed
from pricing.purchasing.query import Facility
from pricing.purchasing.site import site_of
from pricing.quote.context import QuoteContext
from pricing.quote.currencies.conversion import in_currency
from pricing.quote.currencies.rates import rate_of
from pricing.units import HOURS_PER_MONTH, WATTS_PER_KILOWATT

MOST_OFFERS = 8


def device_price(query: DevicePriceQuery, library: Library) -> DevicePriceAnswer:
    """The price of a device-hour, times the devices: equal to what quotes charge for them.

    Raises UnknownName, NoPrice or InvalidQuery.
    """
    context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
    device = context.device(query.device, field="device")
    count = query.device_count or 1
    need = Need(device_count=float(count), together=1.0, is_shared=True)
    purchase, choice = query.purchase, _median(context, device, query, need)
    if choice is not None:
        purchase = replace(purchase, provider=choice.row.provider, region=choice.row.region)
    bought = buy(context, device, purchase, field="purchase", need=need)
    if choice is not None:
        bought = replace(
            bought,
            price=replace(bought.price, range=choice.range, selection=choice.selection),
        )
    usd = bought.price.usd_per_device_hour
    owned = query.purchase.ownership
    electricity = None
    if bought.owned is not None:
        electricity = _electricity(context, device, query.facility, bought)
    usd_per_hour = (usd + (electricity or 0.0)) * count
    rate = rate_of(context.catalog, query, context.as_of)
    answer = DevicePriceAnswer(
        device=device.name,
        device_count=count,
        usd_per_device_hour=usd,
        electricity_usd_per_device_hour=electricity,
        usd_per_hour=usd_per_hour,
        usd_per_month=usd_per_hour * HOURS_PER_MONTH,
        hours=query.hours,
        usd_total=None if query.hours is None else usd_per_hour * query.hours,
        purchase_usd=(owned and owned.purchase_usd) or device.purchase_usd,
        price=bought.price,
        owned=owned_rate(bought.owned, electricity or 0.0),
        offers=_offers(context, device, query, bought),
        facts=device_facts(_facts_query(query), library) if query.with_facts else None,
        assumptions=context.assumptions,
        warnings=context.warnings,
        provenance=context.provenance(query),
    )
    return in_currency(answer, rate)


def _median(
    context: QuoteContext, device: Device, query: DevicePriceQuery, need: Need
) -> PriceChoice | None:
    """The median price of an area, None where no area is asked about or nobody sells there."""
    if query.area is None:
        return None
    bought = query.purchase
    question = PriceQuestion(
        device.name,
        bought.option or "on_demand",
        bought.provider,
        instance_type=bought.instance_type,
    )
    return median_in(context.catalog, query.area, question, context.day, need)


def _electricity(
    context: QuoteContext, device: Device, facility: Facility, bought: Bought
) -> float:
    """Electricity of an owned device at full power [USD per device-hour]."""
    place = site_of(context, facility, bought)
    watts = (device.tdp_watts + context.assume_host_watts(device)) * place.pue_ratio
    return float(watts / WATTS_PER_KILOWATT * place.usd_per_kilowatt_hour)


def _facts_query(query: DevicePriceQuery) -> DeviceFactsQuery:
    """The facts of the same devices at the same place."""
    return DeviceFactsQuery(
        device=query.device,
        device_count=query.device_count,
        facility=query.facility,
        provider=query.purchase.provider,
        region=query.purchase.region,
        catalog=query.catalog,
        as_of=query.as_of,
    )


def _offers(
    context: QuoteContext, device: Device, query: DevicePriceQuery, bought: Bought
) -> tuple[Offer, ...]:
    """The lowest price of every provider for this way of buying, the lowest first."""
    if bought.price.basis == "given" or bought.price.option == "owned":
        return ()
    lowest: dict[str, Offer] = {}
    purchase = placed(context, query.purchase, field="purchase")
    inside = None if query.area is None else regions_of(context.catalog, query.area)
    for row in in_force(context, device, bought.price.option, purchase):
        is_inside = inside is None or (row.provider, row.region) in inside
        if row.provider != MARKET and row.provider not in lowest and is_inside:
            lowest[row.provider] = Offer(
                id=row.id,
                provider=row.provider,
                region=row.region,
                option=row.option,
                usd_per_device_hour=row.usd_per_device_hour,
            )
    return tuple(lowest.values())[:MOST_OFFERS]
