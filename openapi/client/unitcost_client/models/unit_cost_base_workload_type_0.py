from typing import Literal, cast

UnitCostBaseWorkloadType0 = Literal["batch", "interactive"]

UNIT_COST_BASE_WORKLOAD_TYPE_0_VALUES: set[UnitCostBaseWorkloadType0] = {
    "batch",
    "interactive",
}


def check_unit_cost_base_workload_type_0(value: str) -> UnitCostBaseWorkloadType0:
    """The value, although it may be one that a newer service has added."""
    return cast(UnitCostBaseWorkloadType0, value)
