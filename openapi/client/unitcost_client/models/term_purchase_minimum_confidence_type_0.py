from typing import Literal, cast

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
    """The value, although it may be one that a newer service has added."""
    return cast(TermPurchaseMinimumConfidenceType0, value)
