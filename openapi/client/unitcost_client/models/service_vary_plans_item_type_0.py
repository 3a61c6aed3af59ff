from typing import Literal

ServiceVaryPlansItemType0 = Literal["optimal"]

SERVICE_VARY_PLANS_ITEM_TYPE_0_VALUES: set[ServiceVaryPlansItemType0] = {
    "optimal",
}


def check_service_vary_plans_item_type_0(value: str) -> ServiceVaryPlansItemType0:
    if value in SERVICE_VARY_PLANS_ITEM_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {SERVICE_VARY_PLANS_ITEM_TYPE_0_VALUES!r}"
    )
