from typing import Literal

RolloutSchedule = Literal["beside", "in_turn"]

ROLLOUT_SCHEDULE_VALUES: set[RolloutSchedule] = {
    "beside",
    "in_turn",
}


def check_rollout_schedule(value: str) -> RolloutSchedule:
    if value in ROLLOUT_SCHEDULE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ROLLOUT_SCHEDULE_VALUES!r}")
