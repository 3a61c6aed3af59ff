"""What the items of a run are charged for."""

from collections.abc import Mapping

from msgspec.structs import replace

from pricing.focus.charge import Sku
from pricing.focus.skus import ELECTRICITY, OWNED, SELF, STORAGE, TRANSFER, compute_sku, own_sku
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.calendar.payments import CHECKPOINTS, EGRESS, ENERGY

OTHERS = {
    ENERGY: (ELECTRICITY, "Kilowatt-Hours"),
    CHECKPOINTS: (STORAGE, "GB-Months"),
    EGRESS: (TRANSFER, "GB"),
}
"""Items that are no device-hours: what they are, and the unit of their quantity."""

SEVERAL = "Several"
"""The provider of a mix."""


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
