from typing import Literal, cast

RunCostBaseRecomputeType0 = Literal["full", "none", "selective"]

RUN_COST_BASE_RECOMPUTE_TYPE_0_VALUES: set[RunCostBaseRecomputeType0] = {
    "full",
    "none",
    "selective",
}


def check_run_cost_base_recompute_type_0(value: str) -> RunCostBaseRecomputeType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostBaseRecomputeType0, value)
