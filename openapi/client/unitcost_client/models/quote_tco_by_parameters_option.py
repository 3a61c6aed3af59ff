from typing import Literal

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
    if value in QUOTE_TCO_BY_PARAMETERS_OPTION_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_TCO_BY_PARAMETERS_OPTION_VALUES!r}"
    )
