from typing import Literal

PerformanceAttentionParallelType0 = Literal["data", "tensor"]

PERFORMANCE_ATTENTION_PARALLEL_TYPE_0_VALUES: set[PerformanceAttentionParallelType0] = {
    "data",
    "tensor",
}


def check_performance_attention_parallel_type_0(value: str) -> PerformanceAttentionParallelType0:
    if value in PERFORMANCE_ATTENTION_PARALLEL_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {PERFORMANCE_ATTENTION_PARALLEL_TYPE_0_VALUES!r}"
    )
