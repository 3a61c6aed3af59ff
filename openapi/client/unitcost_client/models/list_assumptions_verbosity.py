from typing import Literal

ListAssumptionsVerbosity = Literal["brief", "full"]

LIST_ASSUMPTIONS_VERBOSITY_VALUES: set[ListAssumptionsVerbosity] = {
    "brief",
    "full",
}


def check_list_assumptions_verbosity(value: str) -> ListAssumptionsVerbosity:
    if value in LIST_ASSUMPTIONS_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {LIST_ASSUMPTIONS_VERBOSITY_VALUES!r}"
    )
