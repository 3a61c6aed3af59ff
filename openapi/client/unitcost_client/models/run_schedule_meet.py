from typing import Literal, cast

RunScheduleMeet = Literal["expected", "p90"]

RUN_SCHEDULE_MEET_VALUES: set[RunScheduleMeet] = {
    "expected",
    "p90",
}


def check_run_schedule_meet(value: str) -> RunScheduleMeet:
    """The value, although it may be one that a newer service has added."""
    return cast(RunScheduleMeet, value)
