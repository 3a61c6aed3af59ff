from typing import Literal

RunCostQueryVerbosity = Literal["brief", "full"]

RUN_COST_QUERY_VERBOSITY_VALUES: set[RunCostQueryVerbosity] = {
    "brief",
    "full",
}


def check_run_cost_query_verbosity(value: str) -> RunCostQueryVerbosity:
    if value in RUN_COST_QUERY_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_QUERY_VERBOSITY_VALUES!r}"
    )
