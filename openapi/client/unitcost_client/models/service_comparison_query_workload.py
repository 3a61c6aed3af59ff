from typing import Literal

ServiceComparisonQueryWorkload = Literal["batch", "interactive"]

SERVICE_COMPARISON_QUERY_WORKLOAD_VALUES: set[ServiceComparisonQueryWorkload] = {
    "batch",
    "interactive",
}


def check_service_comparison_query_workload(value: str) -> ServiceComparisonQueryWorkload:
    if value in SERVICE_COMPARISON_QUERY_WORKLOAD_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {SERVICE_COMPARISON_QUERY_WORKLOAD_VALUES!r}"
    )
