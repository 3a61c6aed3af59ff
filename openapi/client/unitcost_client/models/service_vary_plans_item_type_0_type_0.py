from typing import Literal

ServiceVaryPlansItemType0Type0 = Literal["optimal"]

SERVICE_VARY_PLANS_ITEM_TYPE_0_TYPE_0_VALUES: set[ServiceVaryPlansItemType0Type0] = {
    "optimal",
}


def check_service_vary_plans_item_type_0_type_0(value: str) -> ServiceVaryPlansItemType0Type0:
    if value in SERVICE_VARY_PLANS_ITEM_TYPE_0_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {SERVICE_VARY_PLANS_ITEM_TYPE_0_TYPE_0_VALUES!r}"
    )
