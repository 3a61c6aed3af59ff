from typing import Literal

QuoteUnitCostsByParametersVerbosity = Literal["brief", "full"]

QUOTE_UNIT_COSTS_BY_PARAMETERS_VERBOSITY_VALUES: set[QuoteUnitCostsByParametersVerbosity] = {
    "brief",
    "full",
}


def check_quote_unit_costs_by_parameters_verbosity(
    value: str,
) -> QuoteUnitCostsByParametersVerbosity:
    if value in QUOTE_UNIT_COSTS_BY_PARAMETERS_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_UNIT_COSTS_BY_PARAMETERS_VERBOSITY_VALUES!r}"
    )
