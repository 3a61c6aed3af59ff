from typing import Literal

LivenessStatus = Literal["live"]

LIVENESS_STATUS_VALUES: set[LivenessStatus] = {
    "live",
}


def check_liveness_status(value: str) -> LivenessStatus:
    if value in LIVENESS_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIVENESS_STATUS_VALUES!r}")
