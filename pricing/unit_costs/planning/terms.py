"""Terms: what devices are bought at, and where they stand."""

from functools import lru_cache

from pricing.catalog.catalog import Catalog
from pricing.catalog.instances import Need
from pricing.catalog.rows import Device
from pricing.numerics.number import Number
from pricing.purchasing.buy import buy
from pricing.purchasing.price import Bought, Rate
from pricing.purchasing.query import Facility, Purchase
from pricing.purchasing.site import Site, site_of, warn_of_included
from pricing.purchasing.warnings import warn_of_seller, warn_of_units
from pricing.quote.context import QuoteContext, Snapshot


@lru_cache(maxsize=8192)
def terms_of(
    catalog: Catalog,
    as_of: str,
    device: Device,
    purchase: Purchase,
    facility: Facility,
    need: Need,
    field: str = "purchase",
) -> tuple[Bought, Rate, Number, Site, Snapshot]:
    """The price and place of devices, those left unused, and what a context collected, kept.

    Most questions differ in their load alone.
    """
    context = QuoteContext(catalog, as_of)
    bought = buy(context, device, purchase, field=field, need=need)
    if purchase.beside:
        warn_of_seller(context, purchase, bought)
    place = site_of(context, facility, bought)
    warn_of_units(context, bought, need.device_count)
    warn_of_included(context, facility, pays_energy=bought.owned is not None)
    rate = bought.rate
    return bought, rate, rate.unused_devices(need.device_count), place, context.snapshot
