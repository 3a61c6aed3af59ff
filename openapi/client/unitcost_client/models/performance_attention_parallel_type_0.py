from typing import Literal, cast

PerformanceAttentionParallelType0 = Literal["data", "tensor"]

PERFORMANCE_ATTENTION_PARALLEL_TYPE_0_VALUES: set[PerformanceAttentionParallelType0] = {
    "data",
    "tensor",
}


def check_performance_attention_parallel_type_0(value: str) -> PerformanceAttentionParallelType0:
    """The value, although it may be one that a newer service has added."""
    return cast(PerformanceAttentionParallelType0, value)
