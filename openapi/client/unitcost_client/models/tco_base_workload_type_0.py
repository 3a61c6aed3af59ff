from typing import Literal, cast

TcoBaseWorkloadType0 = Literal["batch", "interactive"]

TCO_BASE_WORKLOAD_TYPE_0_VALUES: set[TcoBaseWorkloadType0] = {
    "batch",
    "interactive",
}


def check_tco_base_workload_type_0(value: str) -> TcoBaseWorkloadType0:
    """The value, although it may be one that a newer service has added."""
    return cast(TcoBaseWorkloadType0, value)
