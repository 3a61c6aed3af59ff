from typing import Literal

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
    if value in SIDE_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SIDE_KIND_VALUES!r}")
