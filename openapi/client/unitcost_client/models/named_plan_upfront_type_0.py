from typing import Literal, cast

NamedPlanUpfrontType0 = Literal["all", "none", "partial"]

NAMED_PLAN_UPFRONT_TYPE_0_VALUES: set[NamedPlanUpfrontType0] = {
    "all",
    "none",
    "partial",
}


def check_named_plan_upfront_type_0(value: str) -> NamedPlanUpfrontType0:
    """The value, although it may be one that a newer service has added."""
    return cast(NamedPlanUpfrontType0, value)
