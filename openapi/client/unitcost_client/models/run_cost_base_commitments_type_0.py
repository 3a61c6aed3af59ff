from typing import Literal

RunCostBaseCommitmentsType0 = Literal["amortised", "borne"]

RUN_COST_BASE_COMMITMENTS_TYPE_0_VALUES: set[RunCostBaseCommitmentsType0] = {
    "amortised",
    "borne",
}


def check_run_cost_base_commitments_type_0(value: str) -> RunCostBaseCommitmentsType0:
    if value in RUN_COST_BASE_COMMITMENTS_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_BASE_COMMITMENTS_TYPE_0_VALUES!r}"
    )
