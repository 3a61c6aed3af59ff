from typing import Literal, cast

QuoteUnitCostsByParametersWorkload = Literal["batch", "interactive"]

QUOTE_UNIT_COSTS_BY_PARAMETERS_WORKLOAD_VALUES: set[QuoteUnitCostsByParametersWorkload] = {
    "batch",
    "interactive",
}


def check_quote_unit_costs_by_parameters_workload(value: str) -> QuoteUnitCostsByParametersWorkload:
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteUnitCostsByParametersWorkload, value)
