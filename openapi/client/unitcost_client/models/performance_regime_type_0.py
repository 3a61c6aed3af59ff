from typing import Literal, cast

PerformanceRegimeType0 = Literal["latency_bound", "throughput_bound"]

PERFORMANCE_REGIME_TYPE_0_VALUES: set[PerformanceRegimeType0] = {
    "latency_bound",
    "throughput_bound",
}


def check_performance_regime_type_0(value: str) -> PerformanceRegimeType0:
    """The value, although it may be one that a newer service has added."""
    return cast(PerformanceRegimeType0, value)
