from typing import Literal

ServiceComparisonQueryVerbosity = Literal["brief", "full"]

SERVICE_COMPARISON_QUERY_VERBOSITY_VALUES: set[ServiceComparisonQueryVerbosity] = {
    "brief",
    "full",
}


def check_service_comparison_query_verbosity(value: str) -> ServiceComparisonQueryVerbosity:
    if value in SERVICE_COMPARISON_QUERY_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {SERVICE_COMPARISON_QUERY_VERBOSITY_VALUES!r}"
    )
