from typing import Literal

NamedPlanMinimumConfidenceType0 = Literal["partly verified", "secondary", "unverified", "verified"]

NAMED_PLAN_MINIMUM_CONFIDENCE_TYPE_0_VALUES: set[NamedPlanMinimumConfidenceType0] = {
    "partly verified",
    "secondary",
    "unverified",
    "verified",
}


def check_named_plan_minimum_confidence_type_0(value: str) -> NamedPlanMinimumConfidenceType0:
    if value in NAMED_PLAN_MINIMUM_CONFIDENCE_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {NAMED_PLAN_MINIMUM_CONFIDENCE_TYPE_0_VALUES!r}"
    )
