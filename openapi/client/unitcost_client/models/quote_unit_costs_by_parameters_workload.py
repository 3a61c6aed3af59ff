from typing import Literal

QuoteUnitCostsByParametersWorkload = Literal["batch", "interactive"]

QUOTE_UNIT_COSTS_BY_PARAMETERS_WORKLOAD_VALUES: set[QuoteUnitCostsByParametersWorkload] = {
    "batch",
    "interactive",
}


def check_quote_unit_costs_by_parameters_workload(value: str) -> QuoteUnitCostsByParametersWorkload:
    if value in QUOTE_UNIT_COSTS_BY_PARAMETERS_WORKLOAD_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_UNIT_COSTS_BY_PARAMETERS_WORKLOAD_VALUES!r}"
    )
