"""A charge of a forecast, with what is charged for and the commitment that covers it."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from pricing.units import UNITS_PER_USD

Category = Literal["Usage", "Purchase", "Adjustment", "Credit"]
Frequency = Literal["Usage-Based", "Recurring", "One-Time"]
Pricing = Literal["Standard", "Dynamic", "Committed", "Other"]
Status = Literal["Used", "Unused"]


class Offering(Struct, frozen=True):
    """A service as FOCUS classifies it."""

    name: str
    category: str
    subcategory: str


class Sku(Struct, frozen=True):
    """What a unit of a charge is.

    price_id: a price of the SKU; meter: what is measured; unit: of quantities; details: properties
    of the price by name; basis: where a price of capacity is from: table, given or estimated.
    """

    id: str
    price_id: str
    meter: str
    unit: str
    offering: Offering
    provider: str
    region: str | None = None
    details: Mapping[str, str | float] = {}
    basis: str | None = None


class Resource(Struct, frozen=True):
    """What is charged for, or the commitment that is."""

    id: str
    type: str


class Commitment(Struct, frozen=True):
    """A commitment discount. spend: whether dollars are committed instead of hours."""

    id: str
    name: str
    type: str
    spend: bool

    @property
    def resource(self) -> Resource:
        """The commitment as what is charged for."""
        return Resource(self.id, "Commitment")

    def covers(self, status: Status | None, quantity: float, units: int) -> "Covered":
        """What it has to do with a charge of so many ten-thousandths of a dollar.

        quantity: of a commitment of hours; one of dollars counts the dollars.
        """
        return Covered(self, status, units / UNITS_PER_USD if self.spend else quantity)


class Covered(Struct, frozen=True):
    """What a commitment has to do with a charge.

    status: None of its purchase; quantity: of the commitment, in its unit.
    """

    commitment: Commitment
    status: Status | None
    quantity: float


class Charge(Struct, frozen=True):
    """One charge. Costs are in ten-thousandths of a dollar.

    item: the item of the bill; first_day, end_day: the period, without its end; quantity: in the
    unit of the SKU; list_usd, contracted_usd: of one unit; billed: as invoiced; effective: as used,
    with what was paid before; option, device_hours: of rented capacity, used or not.
    """

    item: str
    description: str
    first_day: int
    end_day: int
    sku: Sku
    quantity: float
    list_usd: float
    contracted_usd: float
    billed: int
    effective: int
    category: Category = "Usage"
    frequency: Frequency = "Usage-Based"
    pricing: Pricing = "Standard"
    resource: Resource | None = None
    covered: Covered | None = None
    option: str | None = None
    device_hours: float = 0.0

    @property
    def billed_usd(self) -> float:
        """What is invoiced [USD]."""
        return self.billed / UNITS_PER_USD

    @property
    def effective_usd(self) -> float:
        """What the use costs, with its part of earlier payments [USD]."""
        return self.effective / UNITS_PER_USD
