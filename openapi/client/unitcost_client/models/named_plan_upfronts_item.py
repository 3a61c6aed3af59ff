from typing import Literal, cast

NamedPlanUpfrontsItem = Literal["all", "none", "partial"]

NAMED_PLAN_UPFRONTS_ITEM_VALUES: set[NamedPlanUpfrontsItem] = {
    "all",
    "none",
    "partial",
}


def check_named_plan_upfronts_item(value: str) -> NamedPlanUpfrontsItem:
    """The value, although it may be one that a newer service has added."""
    return cast(NamedPlanUpfrontsItem, value)
