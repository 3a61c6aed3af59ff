from typing import Literal

TcoQueryVerbosity = Literal["brief", "full"]

TCO_QUERY_VERBOSITY_VALUES: set[TcoQueryVerbosity] = {
    "brief",
    "full",
}


def check_tco_query_verbosity(value: str) -> TcoQueryVerbosity:
    if value in TCO_QUERY_VERBOSITY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TCO_QUERY_VERBOSITY_VALUES!r}")
