"""Bought: a price of a device-hour, with what the bill needs to know besides."""

from msgspec import Struct

from pricing.quote.answer import Price


class OwnedCost(Struct, frozen=True):
    """What owning a device costs by the hour, energy apart [USD per device-hour].

    life_years: over which it is written off.
    """

    capital_usd: float
    operations_usd: float
    hosting_usd: float
    life_years: float

    @property
    def usd_per_device_hour(self) -> float:
        """All of it."""
        return self.capital_usd + self.operations_usd + self.hosting_usd


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
