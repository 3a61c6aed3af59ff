from typing import Literal

UnitCostQueryVerbosity = Literal["brief", "full"]

UNIT_COST_QUERY_VERBOSITY_VALUES: set[UnitCostQueryVerbosity] = {
    "brief",
    "full",
}


def check_unit_cost_query_verbosity(value: str) -> UnitCostQueryVerbosity:
    if value in UNIT_COST_QUERY_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {UNIT_COST_QUERY_VERBOSITY_VALUES!r}"
    )
