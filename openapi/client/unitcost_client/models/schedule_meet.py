from typing import Literal, cast

ScheduleMeet = Literal["expected", "p90"]

SCHEDULE_MEET_VALUES: set[ScheduleMeet] = {
    "expected",
    "p90",
}


def check_schedule_meet(value: str) -> ScheduleMeet:
    """The value, although it may be one that a newer service has added."""
    return cast(ScheduleMeet, value)
