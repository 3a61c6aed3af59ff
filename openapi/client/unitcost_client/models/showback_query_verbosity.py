from typing import Literal

ShowbackQueryVerbosity = Literal["brief", "full"]

SHOWBACK_QUERY_VERBOSITY_VALUES: set[ShowbackQueryVerbosity] = {
    "brief",
    "full",
}


def check_showback_query_verbosity(value: str) -> ShowbackQueryVerbosity:
    if value in SHOWBACK_QUERY_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {SHOWBACK_QUERY_VERBOSITY_VALUES!r}"
    )
