from typing import Literal, cast

QuoteUnitCostsByParametersOption = Literal[
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

QUOTE_UNIT_COSTS_BY_PARAMETERS_OPTION_VALUES: set[QuoteUnitCostsByParametersOption] = {
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


def check_quote_unit_costs_by_parameters_option(value: str) -> QuoteUnitCostsByParametersOption:
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteUnitCostsByParametersOption, value)
