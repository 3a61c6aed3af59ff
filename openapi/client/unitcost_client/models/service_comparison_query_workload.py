from typing import Literal, cast

ServiceComparisonQueryWorkload = Literal["batch", "interactive"]

SERVICE_COMPARISON_QUERY_WORKLOAD_VALUES: set[ServiceComparisonQueryWorkload] = {
    "batch",
    "interactive",
}


def check_service_comparison_query_workload(value: str) -> ServiceComparisonQueryWorkload:
    """The value, although it may be one that a newer service has added."""
    return cast(ServiceComparisonQueryWorkload, value)
