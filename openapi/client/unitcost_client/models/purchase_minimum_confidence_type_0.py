from typing import Literal

PurchaseMinimumConfidenceType0 = Literal["partly verified", "secondary", "unverified", "verified"]

PURCHASE_MINIMUM_CONFIDENCE_TYPE_0_VALUES: set[PurchaseMinimumConfidenceType0] = {
    "partly verified",
    "secondary",
    "unverified",
    "verified",
}


def check_purchase_minimum_confidence_type_0(value: str) -> PurchaseMinimumConfidenceType0:
    if value in PURCHASE_MINIMUM_CONFIDENCE_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {PURCHASE_MINIMUM_CONFIDENCE_TYPE_0_VALUES!r}"
    )
