from typing import Literal

PurchasePlanPlanType0 = Literal["optimal"]

PURCHASE_PLAN_PLAN_TYPE_0_VALUES: set[PurchasePlanPlanType0] = {
    "optimal",
}


def check_purchase_plan_plan_type_0(value: str) -> PurchasePlanPlanType0:
    if value in PURCHASE_PLAN_PLAN_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {PURCHASE_PLAN_PLAN_TYPE_0_VALUES!r}"
    )
