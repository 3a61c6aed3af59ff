from typing import Literal

ServiceVaryPlansItemType1 = Literal[
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

SERVICE_VARY_PLANS_ITEM_TYPE_1_VALUES: set[ServiceVaryPlansItemType1] = {
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


def check_service_vary_plans_item_type_1(value: str) -> ServiceVaryPlansItemType1:
    if value in SERVICE_VARY_PLANS_ITEM_TYPE_1_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {SERVICE_VARY_PLANS_ITEM_TYPE_1_VALUES!r}"
    )
