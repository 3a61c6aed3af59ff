from typing import Literal, cast

LivenessStatus = Literal["live"]

LIVENESS_STATUS_VALUES: set[LivenessStatus] = {
    "live",
}


def check_liveness_status(value: str) -> LivenessStatus:
    """The value, although it may be one that a newer service has added."""
    return cast(LivenessStatus, value)
