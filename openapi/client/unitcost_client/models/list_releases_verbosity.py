from typing import Literal

ListReleasesVerbosity = Literal["brief", "full"]

LIST_RELEASES_VERBOSITY_VALUES: set[ListReleasesVerbosity] = {
    "brief",
    "full",
}


def check_list_releases_verbosity(value: str) -> ListReleasesVerbosity:
    if value in LIST_RELEASES_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {LIST_RELEASES_VERBOSITY_VALUES!r}"
    )
