from typing import Literal, cast

RunCostQueryLossType0 = Literal["chunked", "fused", "parallel", "plain"]

RUN_COST_QUERY_LOSS_TYPE_0_VALUES: set[RunCostQueryLossType0] = {
    "chunked",
    "fused",
    "parallel",
    "plain",
}


def check_run_cost_query_loss_type_0(value: str) -> RunCostQueryLossType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostQueryLossType0, value)
