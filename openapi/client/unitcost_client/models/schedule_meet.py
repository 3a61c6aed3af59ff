from typing import Literal

ScheduleMeet = Literal["expected", "p90"]

SCHEDULE_MEET_VALUES: set[ScheduleMeet] = {
    "expected",
    "p90",
}


def check_schedule_meet(value: str) -> ScheduleMeet:
    if value in SCHEDULE_MEET_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SCHEDULE_MEET_VALUES!r}")
