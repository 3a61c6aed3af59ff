from typing import Literal, cast

ServiceVaryPlansType0 = Literal[
    "capacity_block",
    "dws_calendar",
    "dws_flex_start",
    "market_median",
    "on_demand",
    "optimal",
    "owned",
    "reserved_1y",
    "reserved_3m",
    "reserved_3y",
    "reserved_6m",
    "savings_plan_1y",
    "savings_plan_3y",
    "spot",
]

SERVICE_VARY_PLANS_TYPE_0_VALUES: set[ServiceVaryPlansType0] = {
    "capacity_block",
    "dws_calendar",
    "dws_flex_start",
    "market_median",
    "on_demand",
    "optimal",
    "owned",
    "reserved_1y",
    "reserved_3m",
    "reserved_3y",
    "reserved_6m",
    "savings_plan_1y",
    "savings_plan_3y",
    "spot",
}


def check_service_vary_plans_type_0(value: str) -> ServiceVaryPlansType0:
    """The value, although it may be one that a newer service has added."""
    return cast(ServiceVaryPlansType0, value)
