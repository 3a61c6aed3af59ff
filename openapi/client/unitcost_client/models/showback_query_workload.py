from typing import Literal

ShowbackQueryWorkload = Literal["batch", "interactive"]

SHOWBACK_QUERY_WORKLOAD_VALUES: set[ShowbackQueryWorkload] = {
    "batch",
    "interactive",
}


def check_showback_query_workload(value: str) -> ShowbackQueryWorkload:
    if value in SHOWBACK_QUERY_WORKLOAD_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {SHOWBACK_QUERY_WORKLOAD_VALUES!r}"
    )
