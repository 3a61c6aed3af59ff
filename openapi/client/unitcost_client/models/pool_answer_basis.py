from typing import Literal

PoolAnswerBasis = Literal["measured", "modelled"]

POOL_ANSWER_BASIS_VALUES: set[PoolAnswerBasis] = {
    "measured",
    "modelled",
}


def check_pool_answer_basis(value: str) -> PoolAnswerBasis:
    if value in POOL_ANSWER_BASIS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {POOL_ANSWER_BASIS_VALUES!r}")
