"""What an owned device costs an hour, item by item."""

from functools import reduce
from operator import add

from msgspec import Struct
from msgspec.structs import replace

from pricing.numerics.number import Number

OWNED_ITEMS = {
    "depreciation": ("capital.depreciation_usd_per_hour", None),
    "cost_of_capital": ("capital.annuity_usd_per_hour", "capital.cost_of_capital_fraction"),
    "lease": ("capital.lease_usd_per_hour", "ownership.lease"),
    "operations": ("capital.operations_usd_per_hour", "capital.operations_fraction"),
    "support": ("capital.operations_usd_per_hour", "ownership.support_fraction"),
    "spares": ("capital.operations_usd_per_hour", "ownership.spares_fraction"),
    "staff": ("capital.operations_usd_per_hour", "ownership.staff"),
    "software": ("unit_cost.line_usd", "ownership.software_usd_per_device_year"),
    "hosting": ("capital.hosting_usd_per_hour", "capital.hosting_usd_per_kilowatt_month"),
}
"""Items of a bill, each with its formula and the source of its price: None where that is the price
of the device. Energy is charged in addition."""

OF_PRICE = ("depreciation", "cost_of_capital", "lease", "operations", "support", "spares")
"""Items in proportion to the price of a device."""

CAPITAL_ITEMS = ("depreciation", "cost_of_capital", "lease")
"""Items of a device that is never used."""


class OwnedCost(Struct, frozen=True):
    """Hourly costs of owning a device without energy, one for each of OWNED_ITEMS [USD].

    life_years: time from purchase or lease until the device is gone; purchase_usd: its price after
    the discount, or all payments of a lease [USD]; people_usd: the part of `staff` that does not
    hang on the price. Floats or arrays.
    """

    depreciation: Number
    cost_of_capital: Number
    lease: Number
    operations: Number
    support: Number
    spares: Number
    staff: Number
    software: Number
    hosting: Number
    life_years: Number
    purchase_usd: Number = 0.0
    people_usd: Number = 0.0

    @property
    def usd_per_device_hour(self) -> Number:
        """The sum of the items."""
        return reduce(add, [getattr(self, name) for name in OWNED_ITEMS])

    @property
    def capital_usd(self) -> Number:
        """What a device costs that is never used."""
        return reduce(add, [getattr(self, name) for name in CAPITAL_ITEMS])

    @property
    def of_price_usd(self) -> Number:
        """What is in proportion to the price of the device."""
        scaled = reduce(add, [getattr(self, name) for name in OF_PRICE])
        return scaled + (self.staff - self.people_usd)

    def discounted(self, kept_fraction: Number) -> "OwnedCost":
        """The costs with only this part of the price to pay."""
        scaled = {name: getattr(self, name) * kept_fraction for name in OF_PRICE}
        return replace(
            self,
            **scaled,
            staff=self.people_usd + (self.staff - self.people_usd) * kept_fraction,
            purchase_usd=self.purchase_usd * kept_fraction,
        )
