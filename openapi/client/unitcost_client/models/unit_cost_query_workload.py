from typing import Literal

UnitCostQueryWorkload = Literal["batch", "interactive"]

UNIT_COST_QUERY_WORKLOAD_VALUES: set[UnitCostQueryWorkload] = {
    "batch",
    "interactive",
}


def check_unit_cost_query_workload(value: str) -> UnitCostQueryWorkload:
    if value in UNIT_COST_QUERY_WORKLOAD_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {UNIT_COST_QUERY_WORKLOAD_VALUES!r}"
    )
