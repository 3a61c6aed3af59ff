from typing import Literal

ReliabilitySpotPreemptionSource = Literal["spot_advisor", "trace"]

RELIABILITY_SPOT_PREEMPTION_SOURCE_VALUES: set[ReliabilitySpotPreemptionSource] = {
    "spot_advisor",
    "trace",
}


def check_reliability_spot_preemption_source(value: str) -> ReliabilitySpotPreemptionSource:
    if value in RELIABILITY_SPOT_PREEMPTION_SOURCE_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RELIABILITY_SPOT_PREEMPTION_SOURCE_VALUES!r}"
    )
