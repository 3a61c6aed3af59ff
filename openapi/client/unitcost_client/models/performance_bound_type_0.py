from typing import Literal, cast

PerformanceBoundType0 = Literal["compute", "memory_bandwidth", "overhead"]

PERFORMANCE_BOUND_TYPE_0_VALUES: set[PerformanceBoundType0] = {
    "compute",
    "memory_bandwidth",
    "overhead",
}


def check_performance_bound_type_0(value: str) -> PerformanceBoundType0:
    """The value, although it may be one that a newer service has added."""
    return cast(PerformanceBoundType0, value)
