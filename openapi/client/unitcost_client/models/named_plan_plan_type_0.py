from typing import Literal

NamedPlanPlanType0 = Literal["optimal"]

NAMED_PLAN_PLAN_TYPE_0_VALUES: set[NamedPlanPlanType0] = {
    "optimal",
}


def check_named_plan_plan_type_0(value: str) -> NamedPlanPlanType0:
    if value in NAMED_PLAN_PLAN_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {NAMED_PLAN_PLAN_TYPE_0_VALUES!r}"
    )
