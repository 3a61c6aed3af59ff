from typing import Literal, cast

PurchasePlanUpfrontType0 = Literal["all", "none", "partial"]

PURCHASE_PLAN_UPFRONT_TYPE_0_VALUES: set[PurchasePlanUpfrontType0] = {
    "all",
    "none",
    "partial",
}


def check_purchase_plan_upfront_type_0(value: str) -> PurchasePlanUpfrontType0:
    """The value, although it may be one that a newer service has added."""
    return cast(PurchasePlanUpfrontType0, value)
