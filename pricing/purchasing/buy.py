"""The price of a device-hour: the caller's, from the table, estimated, or of owning."""

from msgspec.structs import replace

from pricing.catalog.instances import Need
from pricing.catalog.prices import PriceChoice
from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.purchasing.estimated_prices import estimated, listed_options, rental_of
from pricing.purchasing.one_provider import seller_of
from pricing.purchasing.owned_prices import owned
from pricing.purchasing.price import Bought, Seller, bought_at
from pricing.purchasing.price_table import at_place, find, no_price, placed, warn_of_flag
from pricing.purchasing.query import Purchase
from pricing.purchasing.warnings import (
    SAVING,
    warn_if_dearer,
    warn_of_age,
    warn_of_contract,
    warn_of_only,
    warn_of_usual_region,
)
from pricing.quote.answer import Price
from pricing.quote.context import QuoteContext

DEFAULT_OPTIONS = (
    "on_demand",
    "capacity_block",
    "dws_calendar",
    "market_median",
    "reserved_3m",
    "reserved_6m",
    "reserved_1y",
    "savings_plan_1y",
    "dws_flex_start",
    "spot",
    "reserved_3y",
    "savings_plan_3y",
)
"""Options for a purchase without one. The first that has a price is taken."""

DISCOUNTED_TWICE = (
    "a discount applies to the price of the table: leave out discount_fraction or"
    " usd_per_device_hour"
)


def buy(
    context: QuoteContext,
    device: Device,
    purchase: Purchase,
    *,
    field: str,
    suggests: bool = True,
    need: Need | None,
) -> Bought:
    """The price of a device-hour.

    The caller's own price comes first, then a row of the table. Without a row, spot and reserved
    are an on-demand price times the nearest ratio. `owned` follows from the purchase price.
    Options that stand beside others, without a provider, are bought where all of them are sold.
    suggests: whether NoPrice lists the nearest rows; need: the devices that its instances are to
    hold, None where that does not matter. Raises UnknownName, NoPrice or InvalidQuery.
    """
    purchase = placed(context, purchase, field=field)
    if purchase.usd_per_device_hour is not None:
        return _given(purchase, field=field)
    option = purchase.option or _default_option(context, device, purchase)
    if option == "owned":
        return owned(context, device, purchase, field=field)
    if purchase.ownership is not None:
        raise InvalidQuery(
            f"ownership applies to owned devices, and the option is {option}",
            field=f"{field}.ownership",
        )
    seller = seller_of(context, device, option, purchase, need) if purchase.beside else None
    if seller is None:
        bought = _rented(context, device, option, purchase, need)
    else:
        alone, purchase = purchase, replace(purchase, provider=seller.provider)
        bought = _rented(context, device, option, purchase, need)
        if bought is not None:
            bought = _sold(bought, seller, find(context, device, option, alone, need=need))
    if bought is None:
        raise no_price(
            context,
            device,
            option,
            purchase,
            field=field,
            suggests=suggests,
            listed=listed_options(context, device, purchase),
        )
    warn_of_age(context, bought.price)
    if option in SAVING:
        beside = find(context, device, "on_demand", purchase, need=need)
        if beside is not None:
            row = beside.row
            warn_if_dearer(context, bought, row.usd_per_device_hour, row.provider)
    return bought


def _rented(
    context: QuoteContext, device: Device, option: str, purchase: Purchase, need: Need | None
) -> Bought | None:
    """The price of a row, else an estimate, None without either."""
    choice = find(context, device, option, purchase, need=need)
    if choice is None:
        return estimated(context, device, option, purchase, need)
    warn_of_flag(context, choice.row, choice.doubt)
    warn_of_only(context, choice, purchase)
    warn_of_contract(context, choice.row)
    warn_of_usual_region(context, choice)
    return bought_at(
        purchase,
        choice.row.usd_per_device_hour,
        option=choice.row.option,
        basis="table",
        selection=choice.selection,
        source=choice.row.id,
        row=choice.row,
        chosen_from=choice.range,
        doubt=choice.doubt,
        fits=choice.fits,
        age_days=context.catalog.prices.age_days(choice.row, context.day),
    )


def _sold(bought: Bought, seller: Seller, alone: PriceChoice | None) -> Bought:
    """A price with who sells it among others; alone: what was chosen if nothing were beside it."""
    price, ratio = bought.price, 1.0
    if alone is not None:
        ratio = alone.row.usd_per_device_hour / bought.list_usd_per_device_hour
    others = ", ".join(option for option in seller.options if option != price.option)
    selection = f"beside {others} at {seller.in_words}; {price.selection}"
    return replace(
        bought, price=replace(price, selection=selection), seller=seller, alone_ratio=ratio
    )


def _given(purchase: Purchase, *, field: str) -> Bought:
    usd = purchase.usd_per_device_hour
    if purchase.ownership is not None:
        raise InvalidQuery(
            "usd_per_device_hour already includes all costs of owning: leave out ownership or"
            " usd_per_device_hour",
            field=f"{field}.ownership",
        )
    if usd is None or purchase.discount_fraction:
        raise InvalidQuery(DISCOUNTED_TWICE, field=f"{field}.discount_fraction")
    return Bought(
        price=Price(
            usd_per_device_hour=usd,
            option=purchase.option or "on_demand",
            basis="given",
            selection="the caller's own price",
            row=None,
            range=None,
        ),
        list_usd_per_device_hour=usd,
        source="purchase.usd_per_device_hour",
        provider=purchase.provider,
        region=purchase.region,
        instance_type=purchase.instance_type,
        instance_device_count=None,
    )


def _default_option(context: QuoteContext, device: Device, purchase: Purchase) -> str:
    """On-demand if there is such a price, else another rented option, else owned."""
    for option in DEFAULT_OPTIONS:
        if find(context, device, option, purchase) is not None:
            if option != "on_demand":
                context.warn_first(
                    f"there is no on_demand price of {device.name}{at_place(purchase)} on"
                    f" {context.as_of}: its {option} price is used"
                )
            return option
    named = purchase.provider or purchase.region or purchase.instance_type
    if named or rental_of(context, device, purchase) or device.purchase_usd is None:
        return "on_demand"
    context.warn(
        f"there is no rental price of {device.name} on {context.as_of}: the estimated cost of"
        " owning it is used"
    )
    return "owned"
