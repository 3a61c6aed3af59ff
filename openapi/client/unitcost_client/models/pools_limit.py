from typing import Literal, cast

PoolsLimit = Literal["decode", "prefill", "transfer"]

POOLS_LIMIT_VALUES: set[PoolsLimit] = {
    "decode",
    "prefill",
    "transfer",
}


def check_pools_limit(value: str) -> PoolsLimit:
    """The value, although it may be one that a newer service has added."""
    return cast(PoolsLimit, value)
