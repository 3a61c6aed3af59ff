from typing import Literal, cast

PoolAnswerBound = Literal["compute", "memory_bandwidth", "overhead"]

POOL_ANSWER_BOUND_VALUES: set[PoolAnswerBound] = {
    "compute",
    "memory_bandwidth",
    "overhead",
}


def check_pool_answer_bound(value: str) -> PoolAnswerBound:
    """The value, although it may be one that a newer service has added."""
    return cast(PoolAnswerBound, value)
