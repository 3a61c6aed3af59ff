from typing import Literal, cast

TermPurchaseUpfrontType0 = Literal["all", "none", "partial"]

TERM_PURCHASE_UPFRONT_TYPE_0_VALUES: set[TermPurchaseUpfrontType0] = {
    "all",
    "none",
    "partial",
}


def check_term_purchase_upfront_type_0(value: str) -> TermPurchaseUpfrontType0:
    """The value, although it may be one that a newer service has added."""
    return cast(TermPurchaseUpfrontType0, value)
