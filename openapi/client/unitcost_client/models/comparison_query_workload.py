from typing import Literal

ComparisonQueryWorkload = Literal["batch", "interactive"]

COMPARISON_QUERY_WORKLOAD_VALUES: set[ComparisonQueryWorkload] = {
    "batch",
    "interactive",
}


def check_comparison_query_workload(value: str) -> ComparisonQueryWorkload:
    if value in COMPARISON_QUERY_WORKLOAD_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {COMPARISON_QUERY_WORKLOAD_VALUES!r}"
    )
