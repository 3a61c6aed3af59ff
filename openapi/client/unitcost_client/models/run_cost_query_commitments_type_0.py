from typing import Literal, cast

RunCostQueryCommitmentsType0 = Literal["amortised", "borne"]

RUN_COST_QUERY_COMMITMENTS_TYPE_0_VALUES: set[RunCostQueryCommitmentsType0] = {
    "amortised",
    "borne",
}


def check_run_cost_query_commitments_type_0(value: str) -> RunCostQueryCommitmentsType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostQueryCommitmentsType0, value)
