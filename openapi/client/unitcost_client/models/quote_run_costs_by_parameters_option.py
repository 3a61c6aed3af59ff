from typing import Literal, cast

QuoteRunCostsByParametersOption = Literal[
    "capacity_block",
    "dws_calendar",
    "dws_flex_start",
    "market_median",
    "on_demand",
    "owned",
    "reserved_1y",
    "reserved_3m",
    "reserved_3y",
    "reserved_6m",
    "savings_plan_1y",
    "savings_plan_3y",
    "spot",
]

QUOTE_RUN_COSTS_BY_PARAMETERS_OPTION_VALUES: set[QuoteRunCostsByParametersOption] = {
    "capacity_block",
    "dws_calendar",
    "dws_flex_start",
    "market_median",
    "on_demand",
    "owned",
    "reserved_1y",
    "reserved_3m",
    "reserved_3y",
    "reserved_6m",
    "savings_plan_1y",
    "savings_plan_3y",
    "spot",
}


def check_quote_run_costs_by_parameters_option(value: str) -> QuoteRunCostsByParametersOption:
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteRunCostsByParametersOption, value)
