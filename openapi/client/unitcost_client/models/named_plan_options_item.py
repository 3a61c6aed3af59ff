from typing import Literal

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
    if value in NAMED_PLAN_OPTIONS_ITEM_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {NAMED_PLAN_OPTIONS_ITEM_VALUES!r}"
    )
