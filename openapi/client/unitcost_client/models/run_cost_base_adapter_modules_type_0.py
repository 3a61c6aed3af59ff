from typing import Literal, cast

RunCostBaseAdapterModulesType0 = Literal["all_linear", "attention", "query_value"]

RUN_COST_BASE_ADAPTER_MODULES_TYPE_0_VALUES: set[RunCostBaseAdapterModulesType0] = {
    "all_linear",
    "attention",
    "query_value",
}


def check_run_cost_base_adapter_modules_type_0(value: str) -> RunCostBaseAdapterModulesType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostBaseAdapterModulesType0, value)
