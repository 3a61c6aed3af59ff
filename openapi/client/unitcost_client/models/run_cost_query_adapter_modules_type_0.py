from typing import Literal, cast

RunCostQueryAdapterModulesType0 = Literal["all_linear", "attention", "query_value"]

RUN_COST_QUERY_ADAPTER_MODULES_TYPE_0_VALUES: set[RunCostQueryAdapterModulesType0] = {
    "all_linear",
    "attention",
    "query_value",
}


def check_run_cost_query_adapter_modules_type_0(value: str) -> RunCostQueryAdapterModulesType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostQueryAdapterModulesType0, value)
