from typing import Literal

PlanQueryWorkload = Literal["batch", "interactive"]

PLAN_QUERY_WORKLOAD_VALUES: set[PlanQueryWorkload] = {
    "batch",
    "interactive",
}


def check_plan_query_workload(value: str) -> PlanQueryWorkload:
    if value in PLAN_QUERY_WORKLOAD_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PLAN_QUERY_WORKLOAD_VALUES!r}")
