from typing import Literal

ComparisonQueryVerbosity = Literal["brief", "full"]

COMPARISON_QUERY_VERBOSITY_VALUES: set[ComparisonQueryVerbosity] = {
    "brief",
    "full",
}


def check_comparison_query_verbosity(value: str) -> ComparisonQueryVerbosity:
    if value in COMPARISON_QUERY_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {COMPARISON_QUERY_VERBOSITY_VALUES!r}"
    )
