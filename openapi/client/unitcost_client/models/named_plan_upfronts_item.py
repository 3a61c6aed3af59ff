from typing import Literal

NamedPlanUpfrontsItem = Literal["all", "none", "partial"]

NAMED_PLAN_UPFRONTS_ITEM_VALUES: set[NamedPlanUpfrontsItem] = {
    "all",
    "none",
    "partial",
}


def check_named_plan_upfronts_item(value: str) -> NamedPlanUpfrontsItem:
    if value in NAMED_PLAN_UPFRONTS_ITEM_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {NAMED_PLAN_UPFRONTS_ITEM_VALUES!r}"
    )
