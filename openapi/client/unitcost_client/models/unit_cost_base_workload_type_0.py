from typing import Literal

UnitCostBaseWorkloadType0 = Literal["batch", "interactive"]

UNIT_COST_BASE_WORKLOAD_TYPE_0_VALUES: set[UnitCostBaseWorkloadType0] = {
    "batch",
    "interactive",
}


def check_unit_cost_base_workload_type_0(value: str) -> UnitCostBaseWorkloadType0:
    if value in UNIT_COST_BASE_WORKLOAD_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {UNIT_COST_BASE_WORKLOAD_TYPE_0_VALUES!r}"
    )
