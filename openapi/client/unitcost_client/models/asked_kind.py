from typing import Literal

AskedKind = Literal[
    "api_price", "comparison", "device_facts", "device_price", "run_costs", "tco", "unit_costs"
]

ASKED_KIND_VALUES: set[AskedKind] = {
    "api_price",
    "comparison",
    "device_facts",
    "device_price",
    "run_costs",
    "tco",
    "unit_costs",
}


def check_asked_kind(value: str) -> AskedKind:
    if value in ASKED_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ASKED_KIND_VALUES!r}")
