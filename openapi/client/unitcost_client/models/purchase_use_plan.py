from typing import Literal

PurchaseUsePlan = Literal["base_and_burst", "optimal", "single"]

PURCHASE_USE_PLAN_VALUES: set[PurchaseUsePlan] = {
    "base_and_burst",
    "optimal",
    "single",
}


def check_purchase_use_plan(value: str) -> PurchaseUsePlan:
    if value in PURCHASE_USE_PLAN_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PURCHASE_USE_PLAN_VALUES!r}")
