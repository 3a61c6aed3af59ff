"""Estimated prices: from ratios that providers publish, and from listed estimates."""

from pricing.catalog.rows import Device, PriceRow
from pricing.purchasing.price import Bought
from pricing.purchasing.price_table import at_place, find, warn_of_flag
from pricing.purchasing.query import Purchase
from pricing.quote.answer import Price
from pricing.quote.context import QuoteContext

RESERVED_RATIOS = {"reserved_1y": "1yr_price_ratio", "reserved_3y": "3yr_price_ratio"}
RENTAL_OPTION = "on_demand"
"""The option of listed estimates."""

PUBLISHED_PROVIDERS = ("aws", "azure", "gcp")
"""Providers with published ratios of reserved and spot prices."""


def estimated(
    context: QuoteContext, device: Device, option: str, purchase: Purchase
) -> Bought | None:
    """An on-demand price × a ratio that its provider publishes, or a listed estimate."""
    rental = rental_key(context, device)
    if option == RENTAL_OPTION and rental and not at_place(purchase):
        usd = context.assume(rental)
        context.warn(f"the price of {device.name} is an estimate: the table has none")
        return _estimate(purchase, option, usd, selection="estimated list price", source=rental)
    candidates = []
    for provider in (purchase.provider,) if purchase.provider else PUBLISHED_PROVIDERS:
        choice = find(context, device, "on_demand", purchase, provider=provider)
        key = choice and _ratio_key(context, option, choice.row)
        if choice and key:
            candidates.append((choice, key))
    if not candidates:
        return None
    candidates.sort(key=lambda candidate: candidate[0].row.usd_per_device_hour)
    choice, key = candidates[(len(candidates) - 1) // 2]
    row = choice.row
    ratio = _ratio(context, key)
    context.warn(
        f"the {option} price of {device.name} is an estimate: there is none{at_place(purchase)} on"
        f" {context.as_of}, so it is the on-demand price of {row.provider} × a published ratio of"
        f" {ratio:.3g}"
    )
    warn_of_flag(context, row, choice.doubt)
    return _estimate(
        purchase,
        option,
        row.usd_per_device_hour * ratio,
        selection=f"{row.id} × {ratio:.3g} ({key})",
        source=key,
        row=row,
    )


def _estimate(
    purchase: Purchase,
    option: str,
    usd: float,
    *,
    selection: str,
    source: str,
    row: PriceRow | None = None,
) -> Bought:
    return Bought(
        price=Price(
            usd_per_device_hour=usd * (1.0 - purchase.discount_fraction),
            option=option,
            basis="estimated",
            selection=selection,
            row=row,
            range=None,
        ),
        list_usd_per_device_hour=usd,
        source=source,
        provider=row.provider if row else None,
        region=row.region if row else None,
        instance_type=row.instance_type if row else None,
        instance_device_count=row.device_count if row else None,
    )


def rental_key(context: QuoteContext, device: Device) -> str | None:
    """Key of the listed estimate of a device without a price row. It applies to no named place."""
    key = f"rental.{device.name}.usd_per_device_hour"
    return key if key in context.catalog.assumptions else None


def rented_options(context: QuoteContext, device: Device, purchase: Purchase) -> tuple[str, ...]:
    """The options that have a price for a purchase on that day."""
    options = [
        option
        for option in context.catalog.prices.options(device.name)
        if find(context, device, option, purchase) is not None
    ]
    return tuple(dict.fromkeys((*options, *listed_options(context, device, purchase))))


def listed_options(context: QuoteContext, device: Device, purchase: Purchase) -> tuple[str, ...]:
    """The option of the listed estimate, if there is one for a purchase."""
    has_one = rental_key(context, device) and not at_place(purchase)
    return (RENTAL_OPTION,) if has_one else ()


def _ratio_key(context: QuoteContext, option: str, row: PriceRow) -> str | None:
    """Key of the published ratio of an option to on-demand, for the provider of this row."""
    if option in RESERVED_RATIOS:
        key = f"reserved.{row.provider}.{RESERVED_RATIOS[option]}"
        return key if key in context.catalog.reliability else None
    if option == "spot" and row.provider in PUBLISHED_PROVIDERS:
        key = f"spot.{row.provider}.{row.instance_type}.savings_vs_ondemand_pct"
        return key if key in context.catalog.reliability else "spot.price_fraction"
    return None


def _ratio(context: QuoteContext, key: str) -> float:
    if key in context.catalog.reliability:
        value = context.assume(context.catalog.reliability[key])
        return 1.0 - value / 100.0 if key.endswith("_pct") else value
    return context.assume(key)
