from typing import Literal

PurchasePlanUpfrontType0 = Literal["all", "none", "partial"]

PURCHASE_PLAN_UPFRONT_TYPE_0_VALUES: set[PurchasePlanUpfrontType0] = {
    "all",
    "none",
    "partial",
}


def check_purchase_plan_upfront_type_0(value: str) -> PurchasePlanUpfrontType0:
    if value in PURCHASE_PLAN_UPFRONT_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {PURCHASE_PLAN_UPFRONT_TYPE_0_VALUES!r}"
    )
