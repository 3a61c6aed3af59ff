from typing import Literal

PerformanceBoundType0 = Literal["compute", "memory_bandwidth", "overhead"]

PERFORMANCE_BOUND_TYPE_0_VALUES: set[PerformanceBoundType0] = {
    "compute",
    "memory_bandwidth",
    "overhead",
}


def check_performance_bound_type_0(value: str) -> PerformanceBoundType0:
    if value in PERFORMANCE_BOUND_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {PERFORMANCE_BOUND_TYPE_0_VALUES!r}"
    )
