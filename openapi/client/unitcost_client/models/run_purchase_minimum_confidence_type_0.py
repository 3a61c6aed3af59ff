from typing import Literal, cast

RunPurchaseMinimumConfidenceType0 = Literal[
    "partly verified", "secondary", "unverified", "verified"
]

RUN_PURCHASE_MINIMUM_CONFIDENCE_TYPE_0_VALUES: set[RunPurchaseMinimumConfidenceType0] = {
    "partly verified",
    "secondary",
    "unverified",
    "verified",
}


def check_run_purchase_minimum_confidence_type_0(value: str) -> RunPurchaseMinimumConfidenceType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunPurchaseMinimumConfidenceType0, value)
