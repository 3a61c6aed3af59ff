from typing import Literal, cast

ReadinessStatus = Literal["degraded", "ready"]

READINESS_STATUS_VALUES: set[ReadinessStatus] = {
    "degraded",
    "ready",
}


def check_readiness_status(value: str) -> ReadinessStatus:
    """The value, although it may be one that a newer service has added."""
    return cast(ReadinessStatus, value)
