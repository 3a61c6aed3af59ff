from typing import Literal, cast

PurchasePlanUpfrontsItem = Literal["all", "none", "partial"]

PURCHASE_PLAN_UPFRONTS_ITEM_VALUES: set[PurchasePlanUpfrontsItem] = {
    "all",
    "none",
    "partial",
}


def check_purchase_plan_upfronts_item(value: str) -> PurchasePlanUpfrontsItem:
    """The value, although it may be one that a newer service has added."""
    return cast(PurchasePlanUpfrontsItem, value)
