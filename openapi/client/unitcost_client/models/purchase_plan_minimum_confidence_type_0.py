from typing import Literal, cast

PurchasePlanMinimumConfidenceType0 = Literal[
    "partly verified", "secondary", "unverified", "verified"
]

PURCHASE_PLAN_MINIMUM_CONFIDENCE_TYPE_0_VALUES: set[PurchasePlanMinimumConfidenceType0] = {
    "partly verified",
    "secondary",
    "unverified",
    "verified",
}


def check_purchase_plan_minimum_confidence_type_0(value: str) -> PurchasePlanMinimumConfidenceType0:
    """The value, although it may be one that a newer service has added."""
    return cast(PurchasePlanMinimumConfidenceType0, value)
