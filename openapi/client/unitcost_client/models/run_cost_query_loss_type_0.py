from typing import Literal

RunCostQueryLossType0 = Literal["chunked", "plain"]

RUN_COST_QUERY_LOSS_TYPE_0_VALUES: set[RunCostQueryLossType0] = {
    "chunked",
    "plain",
}


def check_run_cost_query_loss_type_0(value: str) -> RunCostQueryLossType0:
    if value in RUN_COST_QUERY_LOSS_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_QUERY_LOSS_TYPE_0_VALUES!r}"
    )
