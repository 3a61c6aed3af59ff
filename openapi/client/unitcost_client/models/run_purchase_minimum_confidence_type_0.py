from typing import Literal

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
    if value in RUN_PURCHASE_MINIMUM_CONFIDENCE_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_PURCHASE_MINIMUM_CONFIDENCE_TYPE_0_VALUES!r}"
    )
