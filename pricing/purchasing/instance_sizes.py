"""Units of rent: instances hold several devices, or a fraction of one."""

from math import isclose

from pricing.purchasing.price import Bought
from pricing.quote.context import Ledger


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
