from typing import Literal

RunCostQueryRecomputeType0 = Literal["full", "none", "selective"]

RUN_COST_QUERY_RECOMPUTE_TYPE_0_VALUES: set[RunCostQueryRecomputeType0] = {
    "full",
    "none",
    "selective",
}


def check_run_cost_query_recompute_type_0(value: str) -> RunCostQueryRecomputeType0:
    if value in RUN_COST_QUERY_RECOMPUTE_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_QUERY_RECOMPUTE_TYPE_0_VALUES!r}"
    )
