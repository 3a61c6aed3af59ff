from typing import Literal

PoolAnswerAttentionParallelType0 = Literal["data", "tensor"]

POOL_ANSWER_ATTENTION_PARALLEL_TYPE_0_VALUES: set[PoolAnswerAttentionParallelType0] = {
    "data",
    "tensor",
}


def check_pool_answer_attention_parallel_type_0(value: str) -> PoolAnswerAttentionParallelType0:
    if value in POOL_ANSWER_ATTENTION_PARALLEL_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {POOL_ANSWER_ATTENTION_PARALLEL_TYPE_0_VALUES!r}"
    )
