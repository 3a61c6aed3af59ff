from typing import Literal

ListChangesVerbosity = Literal["brief", "full"]

LIST_CHANGES_VERBOSITY_VALUES: set[ListChangesVerbosity] = {
    "brief",
    "full",
}


def check_list_changes_verbosity(value: str) -> ListChangesVerbosity:
    if value in LIST_CHANGES_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {LIST_CHANGES_VERBOSITY_VALUES!r}"
    )
