from typing import Literal, cast

PoolAnswerBasis = Literal["measured", "modelled"]

POOL_ANSWER_BASIS_VALUES: set[PoolAnswerBasis] = {
    "measured",
    "modelled",
}


def check_pool_answer_basis(value: str) -> PoolAnswerBasis:
    """The value, although it may be one that a newer service has added."""
    return cast(PoolAnswerBasis, value)
