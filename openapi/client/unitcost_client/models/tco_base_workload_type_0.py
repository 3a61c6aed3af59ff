from typing import Literal

TcoBaseWorkloadType0 = Literal["batch", "interactive"]

TCO_BASE_WORKLOAD_TYPE_0_VALUES: set[TcoBaseWorkloadType0] = {
    "batch",
    "interactive",
}


def check_tco_base_workload_type_0(value: str) -> TcoBaseWorkloadType0:
    if value in TCO_BASE_WORKLOAD_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {TCO_BASE_WORKLOAD_TYPE_0_VALUES!r}"
    )
