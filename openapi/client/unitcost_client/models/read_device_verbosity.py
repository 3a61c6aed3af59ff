from typing import Literal

ReadDeviceVerbosity = Literal["brief", "full"]

READ_DEVICE_VERBOSITY_VALUES: set[ReadDeviceVerbosity] = {
    "brief",
    "full",
}


def check_read_device_verbosity(value: str) -> ReadDeviceVerbosity:
    if value in READ_DEVICE_VERBOSITY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {READ_DEVICE_VERBOSITY_VALUES!r}")
