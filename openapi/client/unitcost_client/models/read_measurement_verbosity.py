from typing import Literal

ReadMeasurementVerbosity = Literal["brief", "full"]

READ_MEASUREMENT_VERBOSITY_VALUES: set[ReadMeasurementVerbosity] = {
    "brief",
    "full",
}


def check_read_measurement_verbosity(value: str) -> ReadMeasurementVerbosity:
    if value in READ_MEASUREMENT_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {READ_MEASUREMENT_VERBOSITY_VALUES!r}"
    )
