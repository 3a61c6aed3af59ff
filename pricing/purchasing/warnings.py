"""Warnings about what is bought: prices of different providers, instances bought in part."""

from collections.abc import Iterable, Mapping
from math import isclose

from pricing.formulas.capacity import held_devices
from pricing.purchasing.commitments import TERM_YEARS
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


SAVING = (*TERM_YEARS, "spot")
"""Options that nobody takes at a price above the on-demand price."""


def warn_of_dear(context: QuoteContext, beside: Iterable[Bought]) -> None:
    """Warn if a reserved or spot price is above an on-demand price beside it: it saves nothing."""
    sold = list(beside)
    by_the_hour = [one for one in sold if one.price.option == "on_demand"]
    for reserved in sold:
        for hourly in by_the_hour:
            if reserved.price.option in SAVING:
                warn_if_dearer(context, reserved, hourly.list_usd_per_device_hour, hourly.provider)


def warn_if_dearer(
    context: QuoteContext, reserved: Bought, usd: float, provider: str | None
) -> None:
    """Warn if a price that should save is above an on-demand price [USD per device-hour]."""
    reserved_usd = reserved.list_usd_per_device_hour
    if reserved_usd <= usd:
        return
    whose = f" of {reserved.provider}" if reserved.provider else ""
    other = f" of {provider}" if provider else ""
    text = (
        f"the {reserved.price.option} price{whose}, {reserved_usd:.3g} USD, is above the on_demand"
        f" price{other} beside it, {usd:.3g} USD"
    )
    if provider != reserved.provider:
        text += ": name a provider to compare its own terms"
    context.warn(text)


def warn_of_units(
    context: QuoteContext, bought: Bought, device_count: float, *, charged: str = "this answer"
) -> None:
    """Warn of what whole instances hold beside some devices, and where they cannot hold them.

    charged: what pays for the devices, in words.
    """
    size = bought.instance_device_count
    if not size:
        return
    if not bought.fits:
        context.warn(
            f"{bought.instance_type} has {size:g} devices, and none that matches holds"
            f" {device_count:g} together or is known to form a cluster: its price is used"
        )
    if size < 1.0:
        context.warn(
            f"{bought.instance_type} has {size:g} of a device and of its memory: {charged} charges"
            f" for {device_count:g} whole devices at that rate"
        )
    elif size > 1.0:
        held = held_devices(device_count=device_count, instance_device_count=size)
        if isclose(held, device_count):
            return
        if bought.is_shared:
            context.warn(
                f"{bought.instance_type} has {size:g} devices, and is rented as a whole: other work"
                f" takes what {charged} leaves unused, and pays for it"
            )
            return
        context.warn(
            f"{bought.instance_type} has {size:g} devices, and is rented as a whole: {charged}"
            f" charges for {held:g}, {held - device_count:g} of them unused. Set"
            " purchase.shared_instances if other work takes them"
        )
