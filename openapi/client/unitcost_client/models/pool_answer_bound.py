from typing import Literal

PoolAnswerBound = Literal["compute", "memory_bandwidth", "overhead"]

POOL_ANSWER_BOUND_VALUES: set[PoolAnswerBound] = {
    "compute",
    "memory_bandwidth",
    "overhead",
}


def check_pool_answer_bound(value: str) -> PoolAnswerBound:
    if value in POOL_ANSWER_BOUND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {POOL_ANSWER_BOUND_VALUES!r}")
