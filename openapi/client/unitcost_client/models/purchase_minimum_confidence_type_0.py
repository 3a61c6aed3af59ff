from typing import Literal, cast

PurchaseMinimumConfidenceType0 = Literal["partly verified", "secondary", "unverified", "verified"]

PURCHASE_MINIMUM_CONFIDENCE_TYPE_0_VALUES: set[PurchaseMinimumConfidenceType0] = {
    "partly verified",
    "secondary",
    "unverified",
    "verified",
}


def check_purchase_minimum_confidence_type_0(value: str) -> PurchaseMinimumConfidenceType0:
    """The value, although it may be one that a newer service has added."""
    return cast(PurchaseMinimumConfidenceType0, value)
