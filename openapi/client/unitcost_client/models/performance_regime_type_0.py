from typing import Literal

PerformanceRegimeType0 = Literal["latency_bound", "throughput_bound"]

PERFORMANCE_REGIME_TYPE_0_VALUES: set[PerformanceRegimeType0] = {
    "latency_bound",
    "throughput_bound",
}


def check_performance_regime_type_0(value: str) -> PerformanceRegimeType0:
    if value in PERFORMANCE_REGIME_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {PERFORMANCE_REGIME_TYPE_0_VALUES!r}"
    )
