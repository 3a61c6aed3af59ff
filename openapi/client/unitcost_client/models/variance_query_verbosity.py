from typing import Literal

VarianceQueryVerbosity = Literal["brief", "full"]

VARIANCE_QUERY_VERBOSITY_VALUES: set[VarianceQueryVerbosity] = {
    "brief",
    "full",
}


def check_variance_query_verbosity(value: str) -> VarianceQueryVerbosity:
    if value in VARIANCE_QUERY_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {VARIANCE_QUERY_VERBOSITY_VALUES!r}"
    )
