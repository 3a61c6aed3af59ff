from typing import Literal, cast

NamedPlanMinimumConfidenceType0 = Literal["partly verified", "secondary", "unverified", "verified"]

NAMED_PLAN_MINIMUM_CONFIDENCE_TYPE_0_VALUES: set[NamedPlanMinimumConfidenceType0] = {
    "partly verified",
    "secondary",
    "unverified",
    "verified",
}


def check_named_plan_minimum_confidence_type_0(value: str) -> NamedPlanMinimumConfidenceType0:
    """The value, although it may be one that a newer service has added."""
    return cast(NamedPlanMinimumConfidenceType0, value)
