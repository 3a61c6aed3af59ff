from typing import Literal, cast

ComparisonQueryWorkload = Literal["batch", "interactive"]

COMPARISON_QUERY_WORKLOAD_VALUES: set[ComparisonQueryWorkload] = {
    "batch",
    "interactive",
}


def check_comparison_query_workload(value: str) -> ComparisonQueryWorkload:
    """The value, although it may be one that a newer service has added."""
    return cast(ComparisonQueryWorkload, value)
