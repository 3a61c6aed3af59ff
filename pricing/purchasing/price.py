"""Bought: a price of a device-hour, with what the bill needs to know besides."""

from msgspec import Struct

from pricing.numerics.number import Number
from pricing.quote.answer import Price


class OwnedCost(Struct, frozen=True):
    """What owning a device costs by the hour, energy apart [USD per device-hour].

    life_years: over which it is written off. Floats or arrays.
    """

    capital_usd: Number
    operations_usd: Number
    hosting_usd: Number
    life_years: Number

    @property
    def usd_per_device_hour(self) -> Number:
        """All of it."""
        return self.capital_usd + self.operations_usd + self.hosting_usd

    def discounted(self, kept_fraction: Number) -> "OwnedCost":
        """The same with a part of the purchase price alone to pay."""
        return OwnedCost(
            capital_usd=self.capital_usd * kept_fraction,
            operations_usd=self.operations_usd * kept_fraction,
            hosting_usd=self.hosting_usd,
            life_years=self.life_years,
        )


class Rate(Struct, frozen=True, gc=False):
    """What a device-hour costs: before and after the discount [USD per device-hour].

    owned: its parts where the devices are owned, and then energy is charged on top. Floats or
    arrays.
    """

    list_usd: Number
    usd: Number
    owned: OwnedCost | None = None

    @property
    def capital_usd(self) -> Number:
        """What of it is paid for devices that nobody uses: all where they are rented."""
        return self.usd if self.owned is None else self.owned.capital_usd


class Bought(Struct, frozen=True, gc=False):
    """A price as an answer shows it, with what the bill needs to know besides.

    list_usd_per_device_hour: before the discount; source: row or assumption behind it;
    owned: set when the capacity is owned, and then energy is charged on top.
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
        """What a device-hour costs."""
        return Rate(self.list_usd_per_device_hour, self.price.usd_per_device_hour, self.owned)
