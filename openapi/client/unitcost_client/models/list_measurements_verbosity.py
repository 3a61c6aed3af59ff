from typing import Literal

ListMeasurementsVerbosity = Literal["brief", "full"]

LIST_MEASUREMENTS_VERBOSITY_VALUES: set[ListMeasurementsVerbosity] = {
    "brief",
    "full",
}


def check_list_measurements_verbosity(value: str) -> ListMeasurementsVerbosity:
    if value in LIST_MEASUREMENTS_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {LIST_MEASUREMENTS_VERBOSITY_VALUES!r}"
    )
