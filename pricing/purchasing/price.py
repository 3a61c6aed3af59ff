"""The price of a device-hour, with its parts and its origin."""

from msgspec import Struct

from pricing.numerics.number import Number
from pricing.quote.answer import Price


class OwnedCost(Struct, frozen=True):
    """Hourly costs of owning a device without energy [USD per device-hour].

    life_years: depreciation life; purchase_usd: price of the device, after the discount [USD].
    Floats or arrays.
    """

    capital_usd: Number
    operations_usd: Number
    hosting_usd: Number
    life_years: Number
    purchase_usd: Number = 0.0

    @property
    def usd_per_device_hour(self) -> Number:
        """The sum of the costs."""
        return self.capital_usd + self.operations_usd + self.hosting_usd

    def discounted(self, kept_fraction: Number) -> "OwnedCost":
        """The costs with only this part of the purchase price to pay."""
        return OwnedCost(
            capital_usd=self.capital_usd * kept_fraction,
            operations_usd=self.operations_usd * kept_fraction,
            hosting_usd=self.hosting_usd,
            life_years=self.life_years,
            purchase_usd=self.purchase_usd * kept_fraction,
        )


class Rate(Struct, frozen=True, gc=False):
    """The price of a device-hour before and after the discount [USD per device-hour].

    owned: its parts if the devices are owned. Energy is then charged in addition. Floats or arrays.
    """

    list_usd: Number
    usd: Number
    owned: OwnedCost | None = None

    @property
    def capital_usd(self) -> Number:
        """Price of an unused device-hour: the whole price if rented, the capital if owned."""
        return self.usd if self.owned is None else self.owned.capital_usd


class Bought(Struct, frozen=True, gc=False):
    """A price as an answer shows it, with its origin.

    list_usd_per_device_hour: before the discount; source: row or assumption with the price; owned:
    set if the capacity is owned. Energy is then charged in addition.
    """

    price: Price
    list_usd_per_device_hour: float
    source: str
    provider: str | None
    region: str | None
    instance_type: str | None
    instance_device_count: float | None
    owned: OwnedCost | None = None

    @property
    def rate(self) -> Rate:
        """The price of a device-hour for a bill."""
        return Rate(self.list_usd_per_device_hour, self.price.usd_per_device_hour, self.owned)
