from typing import Literal

ListDevicesVerbosity = Literal["brief", "full"]

LIST_DEVICES_VERBOSITY_VALUES: set[ListDevicesVerbosity] = {
    "brief",
    "full",
}


def check_list_devices_verbosity(value: str) -> ListDevicesVerbosity:
    if value in LIST_DEVICES_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {LIST_DEVICES_VERBOSITY_VALUES!r}"
    )
