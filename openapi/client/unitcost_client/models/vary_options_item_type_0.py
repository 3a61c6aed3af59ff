from typing import Literal, cast

VaryOptionsItemType0 = Literal[
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

VARY_OPTIONS_ITEM_TYPE_0_VALUES: set[VaryOptionsItemType0] = {
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


def check_vary_options_item_type_0(value: str) -> VaryOptionsItemType0:
    """The value, although it may be one that a newer service has added."""
    return cast(VaryOptionsItemType0, value)
