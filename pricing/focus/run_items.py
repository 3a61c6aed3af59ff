"""The items of a run after the discount, and what they are charged for."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from pricing.fleet.bill import UNITS_PER_USD
from pricing.focus.charge import Sku
from pricing.focus.skus import ELECTRICITY, OWNED, SELF, STORAGE, TRANSFER, compute_sku, own_sku
from pricing.numerics.apportion import apportioned
from pricing.quote.answer import LineItem
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption

DEVICE_HOUR = "device-hour"
UNUSED = "commitment_unused"
DISCOUNT, FINANCING, EGRESS = "discount", "financing", "egress"

OTHERS = {
    "energy": (ELECTRICITY, "Kilowatt-Hours"),
    "checkpoint_storage": (STORAGE, "GB-Months"),
    EGRESS: (TRANSFER, "GB"),
}
"""Items that are no device-hours: what they are, and the unit of their quantity."""

SEVERAL = "Several"
"""The provider of a mix."""


class Net(NamedTuple):
    """An item after the discount, in ten-thousandths of a dollar."""

    item: LineItem
    units: int


def nets_of(option: RunOption) -> list[Net]:
    """The items with the discount taken off where it applies, which add up to the mean."""
    usd = [item.usd for item in option.line_items]
    hours = [
        item.quantity
        if item.unit == DEVICE_HOUR and item.name not in {DISCOUNT, FINANCING}
        else 0.0
        for item in option.line_items
    ]
    off = sum(item.usd for item in option.line_items if item.name == DISCOUNT)
    total = sum(hours) or 1.0
    nets = [
        0.0 if item.name == DISCOUNT else max(one + off * share / total, 0.0)
        for item, one, share in zip(option.line_items, usd, hours, strict=True)
    ]
    units = apportioned(round(option.usd.mean * UNITS_PER_USD), nets)
    return [Net(item, one) for item, one in zip(option.line_items, units, strict=True)]


def sku_of(option: RunOption, device: str) -> Sku:
    """What a device-hour or an instance-hour of an option is."""
    if option.price is not None and option.owned is None:
        return compute_sku(option.price, device, option.provider, option.region)
    provider = SEVERAL if option.parts else SELF
    name = "mix" if option.parts else "owned"
    sku = own_sku(f"{device}_{name}", OWNED, "Hours", provider)
    details: Mapping[str, str | float] = {"GpuCount": 1.0, "x_Device": device}
    return replace(sku, meter="Device-hours", details=details)


def on_demand_of(answer: RunCostAnswer, option: RunOption) -> RunOption | None:
    """The same instances on demand, where the answer has them beside an option."""
    place = (option.provider, option.region, option.instance_type)
    if option.provider is None or option.option == "on_demand" or option.owned is not None:
        return None
    return next(
        (
            one
            for one in answer.options
            if one.option == "on_demand" and (one.provider, one.region, one.instance_type) == place
        ),
        None,
    )
