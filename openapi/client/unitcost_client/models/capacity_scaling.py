from typing import Literal, cast

CapacityScaling = Literal["autoscaled", "fixed", "scale_to_zero"]

CAPACITY_SCALING_VALUES: set[CapacityScaling] = {
    "autoscaled",
    "fixed",
    "scale_to_zero",
}


def check_capacity_scaling(value: str) -> CapacityScaling:
    """The value, although it may be one that a newer service has added."""
    return cast(CapacityScaling, value)
