from typing import Literal

MixPartMinimumConfidenceType0 = Literal["partly verified", "secondary", "unverified", "verified"]

MIX_PART_MINIMUM_CONFIDENCE_TYPE_0_VALUES: set[MixPartMinimumConfidenceType0] = {
    "partly verified",
    "secondary",
    "unverified",
    "verified",
}


def check_mix_part_minimum_confidence_type_0(value: str) -> MixPartMinimumConfidenceType0:
    if value in MIX_PART_MINIMUM_CONFIDENCE_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {MIX_PART_MINIMUM_CONFIDENCE_TYPE_0_VALUES!r}"
    )
