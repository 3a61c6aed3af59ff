from typing import Literal, cast

UnitCostQueryWorkload = Literal["batch", "interactive"]

UNIT_COST_QUERY_WORKLOAD_VALUES: set[UnitCostQueryWorkload] = {
    "batch",
    "interactive",
}


def check_unit_cost_query_workload(value: str) -> UnitCostQueryWorkload:
    """The value, although it may be one that a newer service has added."""
    return cast(UnitCostQueryWorkload, value)
