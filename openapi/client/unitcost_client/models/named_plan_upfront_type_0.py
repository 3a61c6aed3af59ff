from typing import Literal

NamedPlanUpfrontType0 = Literal["all", "none", "partial"]

NAMED_PLAN_UPFRONT_TYPE_0_VALUES: set[NamedPlanUpfrontType0] = {
    "all",
    "none",
    "partial",
}


def check_named_plan_upfront_type_0(value: str) -> NamedPlanUpfrontType0:
    if value in NAMED_PLAN_UPFRONT_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {NAMED_PLAN_UPFRONT_TYPE_0_VALUES!r}"
    )
