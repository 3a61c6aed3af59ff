from typing import Literal, cast

ShowbackQueryWorkload = Literal["batch", "interactive"]

SHOWBACK_QUERY_WORKLOAD_VALUES: set[ShowbackQueryWorkload] = {
    "batch",
    "interactive",
}


def check_showback_query_workload(value: str) -> ShowbackQueryWorkload:
    """The value, although it may be one that a newer service has added."""
    return cast(ShowbackQueryWorkload, value)
