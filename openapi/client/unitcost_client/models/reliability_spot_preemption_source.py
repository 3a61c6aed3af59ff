from typing import Literal, cast

ReliabilitySpotPreemptionSource = Literal["spot_advisor", "trace"]

RELIABILITY_SPOT_PREEMPTION_SOURCE_VALUES: set[ReliabilitySpotPreemptionSource] = {
    "spot_advisor",
    "trace",
}


def check_reliability_spot_preemption_source(value: str) -> ReliabilitySpotPreemptionSource:
    """The value, although it may be one that a newer service has added."""
    return cast(ReliabilitySpotPreemptionSource, value)
