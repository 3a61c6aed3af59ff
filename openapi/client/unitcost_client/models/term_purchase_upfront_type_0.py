from typing import Literal

TermPurchaseUpfrontType0 = Literal["all", "none", "partial"]

TERM_PURCHASE_UPFRONT_TYPE_0_VALUES: set[TermPurchaseUpfrontType0] = {
    "all",
    "none",
    "partial",
}


def check_term_purchase_upfront_type_0(value: str) -> TermPurchaseUpfrontType0:
    if value in TERM_PURCHASE_UPFRONT_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {TERM_PURCHASE_UPFRONT_TYPE_0_VALUES!r}"
    )
