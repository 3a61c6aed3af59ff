from typing import Literal, cast

TcoQueryWorkload = Literal["batch", "interactive"]

TCO_QUERY_WORKLOAD_VALUES: set[TcoQueryWorkload] = {
    "batch",
    "interactive",
}


def check_tco_query_workload(value: str) -> TcoQueryWorkload:
    """The value, although it may be one that a newer service has added."""
    return cast(TcoQueryWorkload, value)
