from typing import Literal

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
    if value in PURCHASE_PLAN_MINIMUM_CONFIDENCE_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {PURCHASE_PLAN_MINIMUM_CONFIDENCE_TYPE_0_VALUES!r}"
    )
