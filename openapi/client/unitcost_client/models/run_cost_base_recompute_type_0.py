from typing import Literal

RunCostBaseRecomputeType0 = Literal["full", "none", "selective"]

RUN_COST_BASE_RECOMPUTE_TYPE_0_VALUES: set[RunCostBaseRecomputeType0] = {
    "full",
    "none",
    "selective",
}


def check_run_cost_base_recompute_type_0(value: str) -> RunCostBaseRecomputeType0:
    if value in RUN_COST_BASE_RECOMPUTE_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_BASE_RECOMPUTE_TYPE_0_VALUES!r}"
    )
