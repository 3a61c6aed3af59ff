from typing import Literal

PoolsLimit = Literal["decode", "prefill", "transfer"]

POOLS_LIMIT_VALUES: set[PoolsLimit] = {
    "decode",
    "prefill",
    "transfer",
}


def check_pools_limit(value: str) -> PoolsLimit:
    if value in POOLS_LIMIT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {POOLS_LIMIT_VALUES!r}")
