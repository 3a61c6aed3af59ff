from typing import Literal

RunCostQueryRecompute = Literal["full", "none", "selective"]

RUN_COST_QUERY_RECOMPUTE_VALUES: set[RunCostQueryRecompute] = {
    "full",
    "none",
    "selective",
}


def check_run_cost_query_recompute(value: str) -> RunCostQueryRecompute:
    if value in RUN_COST_QUERY_RECOMPUTE_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_QUERY_RECOMPUTE_VALUES!r}"
    )
