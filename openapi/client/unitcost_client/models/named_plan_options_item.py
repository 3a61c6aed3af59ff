from typing import Literal, cast

NamedPlanOptionsItem = Literal[
    "reserved_1y", "reserved_3m", "reserved_3y", "reserved_6m", "savings_plan_1y", "savings_plan_3y"
]

NAMED_PLAN_OPTIONS_ITEM_VALUES: set[NamedPlanOptionsItem] = {
    "reserved_1y",
    "reserved_3m",
    "reserved_3y",
    "reserved_6m",
    "savings_plan_1y",
    "savings_plan_3y",
}


def check_named_plan_options_item(value: str) -> NamedPlanOptionsItem:
    """The value, although it may be one that a newer service has added."""
    return cast(NamedPlanOptionsItem, value)
