from typing import Literal

RunCostQueryAdapterModulesType0 = Literal["all_linear", "attention", "query_value"]

RUN_COST_QUERY_ADAPTER_MODULES_TYPE_0_VALUES: set[RunCostQueryAdapterModulesType0] = {
    "all_linear",
    "attention",
    "query_value",
}


def check_run_cost_query_adapter_modules_type_0(value: str) -> RunCostQueryAdapterModulesType0:
    if value in RUN_COST_QUERY_ADAPTER_MODULES_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_QUERY_ADAPTER_MODULES_TYPE_0_VALUES!r}"
    )
