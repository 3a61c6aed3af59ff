from typing import Literal, cast

PurchaseUsePlan = Literal["base_and_burst", "optimal", "single"]

PURCHASE_USE_PLAN_VALUES: set[PurchaseUsePlan] = {
    "base_and_burst",
    "optimal",
    "single",
}


def check_purchase_use_plan(value: str) -> PurchaseUsePlan:
    """The value, although it may be one that a newer service has added."""
    return cast(PurchaseUsePlan, value)
