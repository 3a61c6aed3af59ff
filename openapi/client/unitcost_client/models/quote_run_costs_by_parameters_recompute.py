from typing import Literal, cast

QuoteRunCostsByParametersRecompute = Literal["full", "none", "selective"]

QUOTE_RUN_COSTS_BY_PARAMETERS_RECOMPUTE_VALUES: set[QuoteRunCostsByParametersRecompute] = {
    "full",
    "none",
    "selective",
}


def check_quote_run_costs_by_parameters_recompute(value: str) -> QuoteRunCostsByParametersRecompute:
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteRunCostsByParametersRecompute, value)
