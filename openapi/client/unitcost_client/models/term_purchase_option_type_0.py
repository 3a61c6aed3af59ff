from typing import Literal, cast

TermPurchaseOptionType0 = Literal[
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

TERM_PURCHASE_OPTION_TYPE_0_VALUES: set[TermPurchaseOptionType0] = {
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


def check_term_purchase_option_type_0(value: str) -> TermPurchaseOptionType0:
    """The value, although it may be one that a newer service has added."""
    return cast(TermPurchaseOptionType0, value)
