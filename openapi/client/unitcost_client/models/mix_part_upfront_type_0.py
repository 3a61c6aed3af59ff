from typing import Literal

MixPartUpfrontType0 = Literal["all", "none", "partial"]

MIX_PART_UPFRONT_TYPE_0_VALUES: set[MixPartUpfrontType0] = {
    "all",
    "none",
    "partial",
}


def check_mix_part_upfront_type_0(value: str) -> MixPartUpfrontType0:
    if value in MIX_PART_UPFRONT_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {MIX_PART_UPFRONT_TYPE_0_VALUES!r}"
    )
