from typing import Literal, cast

RunCostBaseCommitmentsType0 = Literal["amortised", "borne"]

RUN_COST_BASE_COMMITMENTS_TYPE_0_VALUES: set[RunCostBaseCommitmentsType0] = {
    "amortised",
    "borne",
}


def check_run_cost_base_commitments_type_0(value: str) -> RunCostBaseCommitmentsType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostBaseCommitmentsType0, value)
