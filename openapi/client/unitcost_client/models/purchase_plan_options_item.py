from typing import Literal, cast

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
    """The value, although it may be one that a newer service has added."""
    return cast(PurchasePlanOptionsItem, value)
