from typing import Literal

RunCostBaseLossType0 = Literal["chunked", "plain"]

RUN_COST_BASE_LOSS_TYPE_0_VALUES: set[RunCostBaseLossType0] = {
    "chunked",
    "plain",
}


def check_run_cost_base_loss_type_0(value: str) -> RunCostBaseLossType0:
    if value in RUN_COST_BASE_LOSS_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_BASE_LOSS_TYPE_0_VALUES!r}"
    )
