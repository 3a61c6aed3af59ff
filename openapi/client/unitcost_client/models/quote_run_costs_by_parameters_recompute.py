from typing import Literal

QuoteRunCostsByParametersRecompute = Literal["full", "none", "selective"]

QUOTE_RUN_COSTS_BY_PARAMETERS_RECOMPUTE_VALUES: set[QuoteRunCostsByParametersRecompute] = {
    "full",
    "none",
    "selective",
}


def check_quote_run_costs_by_parameters_recompute(value: str) -> QuoteRunCostsByParametersRecompute:
    if value in QUOTE_RUN_COSTS_BY_PARAMETERS_RECOMPUTE_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_RUN_COSTS_BY_PARAMETERS_RECOMPUTE_VALUES!r}"
    )
