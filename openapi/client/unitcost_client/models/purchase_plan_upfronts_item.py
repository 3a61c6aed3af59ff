from typing import Literal

PurchasePlanUpfrontsItem = Literal["all", "none", "partial"]

PURCHASE_PLAN_UPFRONTS_ITEM_VALUES: set[PurchasePlanUpfrontsItem] = {
    "all",
    "none",
    "partial",
}


def check_purchase_plan_upfronts_item(value: str) -> PurchasePlanUpfrontsItem:
    if value in PURCHASE_PLAN_UPFRONTS_ITEM_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {PURCHASE_PLAN_UPFRONTS_ITEM_VALUES!r}"
    )
