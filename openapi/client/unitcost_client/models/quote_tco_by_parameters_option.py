from typing import Literal, cast

QuoteTcoByParametersOption = Literal[
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

QUOTE_TCO_BY_PARAMETERS_OPTION_VALUES: set[QuoteTcoByParametersOption] = {
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


def check_quote_tco_by_parameters_option(value: str) -> QuoteTcoByParametersOption:
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteTcoByParametersOption, value)
