from typing import Literal, cast

PurchasePlanBesideItem = Literal[
    "capacity_block",
    "dws_calendar",
    "dws_flex_start",
    "market_median",
    "on_demand",
    "owned",
    "reserved_1y",
    "reserved_3m",
    "reserved_3y",
    "reserved_6m",
    "savings_plan_1y",
    "savings_plan_3y",
    "spot",
]

PURCHASE_PLAN_BESIDE_ITEM_VALUES: set[PurchasePlanBesideItem] = {
    "capacity_block",
    "dws_calendar",
    "dws_flex_start",
    "market_median",
    "on_demand",
    "owned",
    "reserved_1y",
    "reserved_3m",
    "reserved_3y",
    "reserved_6m",
    "savings_plan_1y",
    "savings_plan_3y",
    "spot",
}


def check_purchase_plan_beside_item(value: str) -> PurchasePlanBesideItem:
    """The value, although it may be one that a newer service has added."""
    return cast(PurchasePlanBesideItem, value)
