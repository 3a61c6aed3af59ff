from typing import Literal, cast

PhasePoolAttentionParallelType0 = Literal["data", "tensor"]

PHASE_POOL_ATTENTION_PARALLEL_TYPE_0_VALUES: set[PhasePoolAttentionParallelType0] = {
    "data",
    "tensor",
}


def check_phase_pool_attention_parallel_type_0(value: str) -> PhasePoolAttentionParallelType0:
    """The value, although it may be one that a newer service has added."""
    return cast(PhasePoolAttentionParallelType0, value)
