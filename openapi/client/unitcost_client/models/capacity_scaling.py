from typing import Literal

CapacityScaling = Literal["autoscaled", "fixed", "scale_to_zero"]

CAPACITY_SCALING_VALUES: set[CapacityScaling] = {
    "autoscaled",
    "fixed",
    "scale_to_zero",
}


def check_capacity_scaling(value: str) -> CapacityScaling:
    if value in CAPACITY_SCALING_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CAPACITY_SCALING_VALUES!r}")
