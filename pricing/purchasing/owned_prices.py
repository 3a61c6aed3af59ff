"""The price of an owned or leased device-hour."""

from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.purchasing.owning.terms import owned_terms
from pricing.purchasing.price import Bought, Rate
from pricing.purchasing.query import Purchase
from pricing.quote.answer import Price
from pricing.quote.context import QuoteContext


def owned(context: QuoteContext, device: Device, purchase: Purchase, *, field: str) -> Bought:
    """The hourly cost of an owned device without energy, at the caller's or the table's terms.

    Raises NoPrice without a purchase price, and InvalidQuery for terms that make it free.
    """
    context.assume_tdp(device)
    terms = owned_terms(context, device, purchase, field=field)
    cost = terms.cost.discounted(1.0 - purchase.discount_fraction)
    usd = cost.usd_per_device_hour
    if not usd > 0.0:
        raise InvalidQuery(
            "these terms make owning free: give its real costs", field=f"{field}.ownership"
        )
    is_range = terms.low_ratio != terms.high_ratio
    ends = Rate(usd, usd, cost, terms.low_ratio, terms.high_ratio).end_ratios
    kind = "lease payments" if terms.lease else "purchase price"
    return Bought(
        price=Price(
            usd_per_device_hour=usd,
            option="owned",
            basis="estimated",
            usd_per_device_hour_low=usd * ends[0] if is_range else None,
            usd_per_device_hour_high=usd * ends[1] if is_range else None,
            selection=f"{kind} of {cost.purchase_usd:,.0f} USD with its share of"
            f" the host ({terms.origin}); energy is charged in addition",
            row=None,
            range=None,
        ),
        list_usd_per_device_hour=usd,
        source=terms.source,
        provider=purchase.provider,
        region=purchase.region,
        instance_type=None,
        instance_device_count=None,
        owned=cost,
        low_ratio=terms.low_ratio,
        high_ratio=terms.high_ratio,
        sold_together_count=1 if terms.lease else device.sold_together_count,
    )
