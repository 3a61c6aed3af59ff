from typing import Literal, cast

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
    """The value, although it may be one that a newer service has added."""
    return cast(AskedKind, value)
