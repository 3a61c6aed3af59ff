from typing import Literal

RunScheduleDeviceCountBasis = Literal[
    "given", "smallest_that_fits", "smallest_that_keeps_the_limit"
]

RUN_SCHEDULE_DEVICE_COUNT_BASIS_VALUES: set[RunScheduleDeviceCountBasis] = {
    "given",
    "smallest_that_fits",
    "smallest_that_keeps_the_limit",
}


def check_run_schedule_device_count_basis(value: str) -> RunScheduleDeviceCountBasis:
    if value in RUN_SCHEDULE_DEVICE_COUNT_BASIS_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_SCHEDULE_DEVICE_COUNT_BASIS_VALUES!r}"
    )
