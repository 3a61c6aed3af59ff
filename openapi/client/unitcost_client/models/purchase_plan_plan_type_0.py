from typing import Literal, cast

PurchasePlanPlanType0 = Literal["optimal"]

PURCHASE_PLAN_PLAN_TYPE_0_VALUES: set[PurchasePlanPlanType0] = {
    "optimal",
}


def check_purchase_plan_plan_type_0(value: str) -> PurchasePlanPlanType0:
    """The value, although it may be one that a newer service has added."""
    return cast(PurchasePlanPlanType0, value)
