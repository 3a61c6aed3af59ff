"""Warnings about what is bought: prices of different providers, instances bought in part."""

from collections.abc import Mapping
from math import isclose

from pricing.purchasing.price import Bought
from pricing.quote.context import Ledger


def warn_of_providers(ledger: Ledger, chosen: Mapping[str, str]) -> None:
    """Say so where the table chose different providers, whose prices are not each other's terms.

    chosen: the provider of each option, of those that name none.
    """
    if len(set(chosen.values())) > 1:
        pairs = ", ".join(f"{option} of {provider}" for option, provider in chosen.items())
        ledger.warn(
            f"the prices are of different providers ({pairs}): name one to compare its own terms"
        )


def warn_of_units(
    ledger: Ledger, bought: Bought, device_count: float, *, charged: str = "this answer charges for"
) -> None:
    """Warn where so many devices are not what is rented: a part of an instance, or of a device."""
    size = bought.instance_device_count
    if not size:
        return
    if size < 1.0:
        ledger.warn(
            f"{bought.instance_type} is rented with {size:g} of a device and of its memory:"
            f" {charged} {device_count:g} whole at that rate"
        )
    elif size > 1.0 and not isclose(device_count, round(device_count / size) * size):
        ledger.warn(
            f"{bought.instance_type} is rented {size:g} devices at a time: {charged}"
            f" {device_count:g}"
        )
