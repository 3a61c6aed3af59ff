from typing import Literal

RunScheduleMeet = Literal["expected", "p90"]

RUN_SCHEDULE_MEET_VALUES: set[RunScheduleMeet] = {
    "expected",
    "p90",
}


def check_run_schedule_meet(value: str) -> RunScheduleMeet:
    if value in RUN_SCHEDULE_MEET_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RUN_SCHEDULE_MEET_VALUES!r}")
