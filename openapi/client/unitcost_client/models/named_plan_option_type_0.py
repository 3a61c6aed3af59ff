from typing import Literal, cast

NamedPlanOptionType0 = Literal[
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

NAMED_PLAN_OPTION_TYPE_0_VALUES: set[NamedPlanOptionType0] = {
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


def check_named_plan_option_type_0(value: str) -> NamedPlanOptionType0:
    """The value, although it may be one that a newer service has added."""
    return cast(NamedPlanOptionType0, value)
