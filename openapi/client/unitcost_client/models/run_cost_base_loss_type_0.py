from typing import Literal, cast

RunCostBaseLossType0 = Literal["chunked", "fused", "parallel", "plain"]

RUN_COST_BASE_LOSS_TYPE_0_VALUES: set[RunCostBaseLossType0] = {
    "chunked",
    "fused",
    "parallel",
    "plain",
}


def check_run_cost_base_loss_type_0(value: str) -> RunCostBaseLossType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostBaseLossType0, value)
