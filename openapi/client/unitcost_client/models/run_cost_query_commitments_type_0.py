from typing import Literal

RunCostQueryCommitmentsType0 = Literal["amortised", "borne"]

RUN_COST_QUERY_COMMITMENTS_TYPE_0_VALUES: set[RunCostQueryCommitmentsType0] = {
    "amortised",
    "borne",
}


def check_run_cost_query_commitments_type_0(value: str) -> RunCostQueryCommitmentsType0:
    if value in RUN_COST_QUERY_COMMITMENTS_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_QUERY_COMMITMENTS_TYPE_0_VALUES!r}"
    )
