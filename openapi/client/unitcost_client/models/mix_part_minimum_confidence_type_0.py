from typing import Literal, cast

MixPartMinimumConfidenceType0 = Literal["partly verified", "secondary", "unverified", "verified"]

MIX_PART_MINIMUM_CONFIDENCE_TYPE_0_VALUES: set[MixPartMinimumConfidenceType0] = {
    "partly verified",
    "secondary",
    "unverified",
    "verified",
}


def check_mix_part_minimum_confidence_type_0(value: str) -> MixPartMinimumConfidenceType0:
    """The value, although it may be one that a newer service has added."""
    return cast(MixPartMinimumConfidenceType0, value)
