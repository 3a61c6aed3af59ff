from typing import Literal, cast

PlanQueryWorkload = Literal["batch", "interactive"]

PLAN_QUERY_WORKLOAD_VALUES: set[PlanQueryWorkload] = {
    "batch",
    "interactive",
}


def check_plan_query_workload(value: str) -> PlanQueryWorkload:
    """The value, although it may be one that a newer service has added."""
    return cast(PlanQueryWorkload, value)
