from typing import Literal, cast

RunScheduleDeviceCountBasis = Literal[
    "given", "smallest_that_fits", "smallest_that_keeps_the_limit"
]

RUN_SCHEDULE_DEVICE_COUNT_BASIS_VALUES: set[RunScheduleDeviceCountBasis] = {
    "given",
    "smallest_that_fits",
    "smallest_that_keeps_the_limit",
}


def check_run_schedule_device_count_basis(value: str) -> RunScheduleDeviceCountBasis:
    """The value, although it may be one that a newer service has added."""
    return cast(RunScheduleDeviceCountBasis, value)
