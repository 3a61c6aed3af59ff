from typing import Literal

PhasePoolAttentionParallelType0 = Literal["data", "tensor"]

PHASE_POOL_ATTENTION_PARALLEL_TYPE_0_VALUES: set[PhasePoolAttentionParallelType0] = {
    "data",
    "tensor",
}


def check_phase_pool_attention_parallel_type_0(value: str) -> PhasePoolAttentionParallelType0:
    if value in PHASE_POOL_ATTENTION_PARALLEL_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {PHASE_POOL_ATTENTION_PARALLEL_TYPE_0_VALUES!r}"
    )
