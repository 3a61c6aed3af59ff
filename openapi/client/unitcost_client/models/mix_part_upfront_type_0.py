from typing import Literal, cast

MixPartUpfrontType0 = Literal["all", "none", "partial"]

MIX_PART_UPFRONT_TYPE_0_VALUES: set[MixPartUpfrontType0] = {
    "all",
    "none",
    "partial",
}


def check_mix_part_upfront_type_0(value: str) -> MixPartUpfrontType0:
    """The value, although it may be one that a newer service has added."""
    return cast(MixPartUpfrontType0, value)
