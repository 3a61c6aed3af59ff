from typing import Literal, cast

MixPartBesideItem = Literal[
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

MIX_PART_BESIDE_ITEM_VALUES: set[MixPartBesideItem] = {
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


def check_mix_part_beside_item(value: str) -> MixPartBesideItem:
    """The value, although it may be one that a newer service has added."""
    return cast(MixPartBesideItem, value)
