"""SKUs of what Unitcost charges for."""

from pricing.focus.charge import Offering, Pricing, Sku
from pricing.quote.answer import Price

UNSPECIFIED = "Unspecified"
"""The provider of a price that the caller gave without one."""

SELF = "Self-operated"
"""The provider of what the caller owns or pays directly."""

COMPUTE = Offering("Compute instances", "Compute", "Virtual Machines")
TRANSFER = Offering("Data transfer", "Networking", "Network Connectivity")
STORAGE = Offering("Storage of weights and checkpoints", "Storage", "Object Storage")
OWNED = Offering("Owned devices", "Compute", "Other (Compute)")
TRAINING = Offering("Training", "AI and Machine Learning", "Machine Learning")
CAPITAL = Offering("Cost of capital", "Other", "Other (Other)")
STAFF = Offering("Staff", "Other", "Other (Other)")
AGREEMENT = Offering("Spend commitments", "Other", "Other (Other)")
ELECTRICITY = Offering("Electricity", "Other", "Other (Other)")

PRICINGS: dict[str, Pricing] = {"spot": "Dynamic", "market_median": "Other"}
"""Pricing categories of ways of buying by the hour. Others have predetermined prices."""


def pricing_of(option: str) -> Pricing:
    """The pricing category of a way of buying by the hour."""
    return PRICINGS.get(option, "Standard")


def compute_sku(price: Price, device: str, provider: str | None, region: str | None) -> Sku:
    """The SKU of rented devices: an instance-hour where the price has a row, else a device-hour.

    Of an estimate, the row is the one that it is estimated from.
    """
    row = price.row
    if row is None:
        place = "/".join(part for part in (provider, region, device) if part)
        return Sku(
            id=place,
            price_id=f"{price.basis}/{place}/{price.option}",
            meter="Device-hours",
            unit="Hours",
            offering=COMPUTE,
            provider=provider or UNSPECIFIED,
            region=region,
            details={"GpuCount": 1.0, "x_Device": device},
            basis=price.basis,
        )
    is_of_row = price.basis == "table"
    return Sku(
        id=f"{row.provider}/{row.region}/{row.instance_type}",
        price_id=row.id if is_of_row else f"{price.basis}/{row.id}/{price.option}",
        meter="Instance-hours",
        unit="Hours",
        offering=COMPUTE,
        provider=row.provider,
        region=row.region,
        details={
            "InstanceType": row.instance_type,
            "GpuCount": row.device_count,
            "x_Device": row.device,
        },
        basis=price.basis,
    )


def devices_per_unit(sku: Sku) -> float:
    """Devices of which a unit of a SKU of compute is an hour."""
    return float(sku.details["GpuCount"])


def list_ratio(price: Price) -> float:
    """The list price over the price that is paid."""
    listed = price.list_usd_per_device_hour
    if listed is None or not price.usd_per_device_hour:
        return 1.0
    return listed / price.usd_per_device_hour


def own_sku(name: str, offering: Offering, unit: str, provider: str = SELF, **place: str) -> Sku:
    """The SKU of an item that has no row of the price table."""
    where = "/".join((provider, *place.values(), name))
    return Sku(
        id=where,
        price_id=where,
        meter=name.replace("_", " ").capitalize(),
        unit=unit,
        offering=offering,
        provider=provider,
        region=place.get("region"),
    )
