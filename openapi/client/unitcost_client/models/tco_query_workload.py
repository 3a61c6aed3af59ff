from typing import Literal

TcoQueryWorkload = Literal["batch", "interactive"]

TCO_QUERY_WORKLOAD_VALUES: set[TcoQueryWorkload] = {
    "batch",
    "interactive",
}


def check_tco_query_workload(value: str) -> TcoQueryWorkload:
    if value in TCO_QUERY_WORKLOAD_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TCO_QUERY_WORKLOAD_VALUES!r}")
