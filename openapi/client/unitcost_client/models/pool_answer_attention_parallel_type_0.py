from typing import Literal, cast

PoolAnswerAttentionParallelType0 = Literal["data", "tensor"]

POOL_ANSWER_ATTENTION_PARALLEL_TYPE_0_VALUES: set[PoolAnswerAttentionParallelType0] = {
    "data",
    "tensor",
}


def check_pool_answer_attention_parallel_type_0(value: str) -> PoolAnswerAttentionParallelType0:
    """The value, although it may be one that a newer service has added."""
    return cast(PoolAnswerAttentionParallelType0, value)
