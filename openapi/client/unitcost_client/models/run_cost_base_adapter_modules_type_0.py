from typing import Literal

RunCostBaseAdapterModulesType0 = Literal["all_linear", "attention", "query_value"]

RUN_COST_BASE_ADAPTER_MODULES_TYPE_0_VALUES: set[RunCostBaseAdapterModulesType0] = {
    "all_linear",
    "attention",
    "query_value",
}


def check_run_cost_base_adapter_modules_type_0(value: str) -> RunCostBaseAdapterModulesType0:
    if value in RUN_COST_BASE_ADAPTER_MODULES_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_BASE_ADAPTER_MODULES_TYPE_0_VALUES!r}"
    )
