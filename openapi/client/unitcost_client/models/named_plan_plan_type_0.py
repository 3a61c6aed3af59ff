from typing import Literal, cast

NamedPlanPlanType0 = Literal["optimal"]

NAMED_PLAN_PLAN_TYPE_0_VALUES: set[NamedPlanPlanType0] = {
    "optimal",
}


def check_named_plan_plan_type_0(value: str) -> NamedPlanPlanType0:
    """The value, although it may be one that a newer service has added."""
    return cast(NamedPlanPlanType0, value)
