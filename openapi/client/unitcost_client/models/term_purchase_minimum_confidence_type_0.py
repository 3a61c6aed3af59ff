from typing import Literal

TermPurchaseMinimumConfidenceType0 = Literal[
    "partly verified", "secondary", "unverified", "verified"
]

TERM_PURCHASE_MINIMUM_CONFIDENCE_TYPE_0_VALUES: set[TermPurchaseMinimumConfidenceType0] = {
    "partly verified",
    "secondary",
    "unverified",
    "verified",
}


def check_term_purchase_minimum_confidence_type_0(value: str) -> TermPurchaseMinimumConfidenceType0:
    if value in TERM_PURCHASE_MINIMUM_CONFIDENCE_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {TERM_PURCHASE_MINIMUM_CONFIDENCE_TYPE_0_VALUES!r}"
    )
