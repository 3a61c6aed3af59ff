"""Warnings about what is bought: prices of different providers, instances bought in part."""

from collections.abc import Mapping
from math import isclose

from pricing.purchasing.price import Bought
from pricing.quote.context import QuoteContext


def warn_of_providers(context: QuoteContext, chosen: Mapping[str, str]) -> None:
    """Warn if the table chose different providers, whose terms do not apply to each other.

    chosen: provider of each option for which the query names none.
    """
    if len(set(chosen.values())) > 1:
        pairs = ", ".join(f"{option} of {provider}" for option, provider in chosen.items())
        context.warn(
            f"the prices are those of different providers ({pairs}): name one to compare its terms"
        )


def warn_of_units(
    context: QuoteContext,
    bought: Bought,
    device_count: float,
    *,
    charged: str = "this answer charges for",
) -> None:
    """Warn if the device count is no multiple of instances, or an instance is part of a device."""
    size = bought.instance_device_count
    if not size:
        return
    if size < 1.0:
        context.warn(
            f"{bought.instance_type} has {size:g} of a device and of its memory: {charged}"
            f" {device_count:g} whole devices at that rate"
        )
    elif size > 1.0 and not isclose(device_count, round(device_count / size) * size):
        context.warn(
            f"{bought.instance_type} has {size:g} devices, and is rented as a whole: {charged}"
            f" {device_count:g}"
        )
