from typing import Literal, cast

SideKind = Literal[
    "api_price", "comparison", "device_facts", "device_price", "run_costs", "tco", "unit_costs"
]

SIDE_KIND_VALUES: set[SideKind] = {
    "api_price",
    "comparison",
    "device_facts",
    "device_price",
    "run_costs",
    "tco",
    "unit_costs",
}


def check_side_kind(value: str) -> SideKind:
    """The value, although it may be one that a newer service has added."""
    return cast(SideKind, value)
