from typing import Literal

PurchasePlanOptionsItem = Literal[
    "reserved_1y", "reserved_3m", "reserved_3y", "reserved_6m", "savings_plan_1y", "savings_plan_3y"
]

PURCHASE_PLAN_OPTIONS_ITEM_VALUES: set[PurchasePlanOptionsItem] = {
    "reserved_1y",
    "reserved_3m",
    "reserved_3y",
    "reserved_6m",
    "savings_plan_1y",
    "savings_plan_3y",
}


def check_purchase_plan_options_item(value: str) -> PurchasePlanOptionsItem:
    if value in PURCHASE_PLAN_OPTIONS_ITEM_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {PURCHASE_PLAN_OPTIONS_ITEM_VALUES!r}"
    )
