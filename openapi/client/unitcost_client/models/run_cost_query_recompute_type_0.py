from typing import Literal, cast

RunCostQueryRecomputeType0 = Literal["full", "none", "selective"]

RUN_COST_QUERY_RECOMPUTE_TYPE_0_VALUES: set[RunCostQueryRecomputeType0] = {
    "full",
    "none",
    "selective",
}


def check_run_cost_query_recompute_type_0(value: str) -> RunCostQueryRecomputeType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostQueryRecomputeType0, value)
