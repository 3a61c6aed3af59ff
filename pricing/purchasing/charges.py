"""What counts of devices cost beside each other: whole instances, and the prices that hold them."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.instances import Need
from pricing.catalog.rows import Device
from pricing.errors import Refusal
from pricing.purchasing.buy import buy
from pricing.purchasing.price import Rate
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext
from pricing.serving.replica_sizes import counts

DIGITS = 5
"""Charges that agree in so many are one: the rest is rounding."""


class Terms(Struct, frozen=True):
    """What decides how the charges of counts differ, without what scales all of them."""

    catalog: Catalog
    as_of: str
    device: Device
    purchase: Purchase


class Charges(Struct, frozen=True):
    """What counts of devices are charged for. Charges that are alike are one, whoever sells them.

    of_sizes: for each usual size of replica, the devices of replicas that fill the instances which
    hold one, and their charge; terms: of other counts, None where replicas fill their instances.
    """

    of_sizes: tuple[tuple[int, int, float], ...]
    terms: Terms | None

    @property
    def of_filled(self) -> "Charges":
        """The charges of replicas that fill their instances."""
        return Charges(self.of_sizes, None)

    def filled(self, size: int) -> int:
        """Devices of replicas of a size that fill the instances which hold one of them [count]."""
        return next((count for known, count, _ in self.of_sizes if known == size), size)

    def devices(self, device_count: float, size: float) -> float:
        """Devices that replicas of a size pay for, as so many that are bought one by one [count].

        The hourly price of the instances that hold them, over that of one device.
        """
        for known, count, charge in self.of_sizes:
            if known == size and count == device_count:
                return charge
        if self.terms is None:
            return device_count
        return _charge(self.terms, device_count, size)


@lru_cache(maxsize=8192)
def charges_of(catalog: Catalog, as_of: str, device: Device, purchase: Purchase) -> Charges | None:
    """The charges of a purchase, kept; None where a device-hour costs the same at every count.

    That is so of a caller's own price, of owned devices and where instances are shared. A purchase
    without a price has none either: whoever buys it is refused.
    """
    if purchase.shared_instances or purchase.usd_per_device_hour is not None:
        return None
    if purchase.discount_fraction:
        return charges_of(catalog, as_of, device, replace(purchase, discount_fraction=0.0))
    terms = Terms(catalog, as_of, device, purchase)
    try:
        if rate_of(terms, 1.0, 1.0).owned is not None:
            return None
    except Refusal:
        return None
    of_sizes = tuple([_filled(terms, size) for size in counts(device.node_device_count)])
    if all(charge == count == size for size, count, charge in of_sizes):
        return None
    return Charges(of_sizes, terms)


def _filled(terms: Terms, size: int) -> tuple[int, int, float]:
    count = int(_paid(rate_of(terms, size, size), size) // size) * size
    return size, count, _charge(terms, count, size)


@lru_cache(maxsize=65_536)
def _charge(terms: Terms, device_count: float, size: float) -> float:
    """What replicas pay in an hour, over the price of a device that is bought alone."""
    one, found = rate_of(terms, 1.0, 1.0), rate_of(terms, device_count, size)
    return round(float(_paid(found, device_count) * found.usd / one.usd), DIGITS)


def _paid(rate: Rate, device_count: float) -> float:
    return float(device_count + rate.unused_devices(device_count))


@lru_cache(maxsize=65_536)
def rate_of(terms: Terms, device_count: float, size: float) -> Rate:
    """The price of a device-hour of replicas, kept; size: devices of one. Raises a Refusal."""
    context = QuoteContext(terms.catalog, terms.as_of)
    need = Need(float(device_count), float(size), terms.purchase.shared_instances)
    bought = buy(context, terms.device, terms.purchase, field="purchase", suggests=False, need=need)
    return bought.rate
