from typing import Literal, cast

RolloutSchedule = Literal["beside", "in_turn"]

ROLLOUT_SCHEDULE_VALUES: set[RolloutSchedule] = {
    "beside",
    "in_turn",
}


def check_rollout_schedule(value: str) -> RolloutSchedule:
    """The value, although it may be one that a newer service has added."""
    return cast(RolloutSchedule, value)
