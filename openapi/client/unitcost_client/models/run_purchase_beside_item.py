from typing import Literal, cast

RunPurchaseBesideItem = Literal[
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

RUN_PURCHASE_BESIDE_ITEM_VALUES: set[RunPurchaseBesideItem] = {
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


def check_run_purchase_beside_item(value: str) -> RunPurchaseBesideItem:
    """The value, although it may be one that a newer service has added."""
    return cast(RunPurchaseBesideItem, value)
