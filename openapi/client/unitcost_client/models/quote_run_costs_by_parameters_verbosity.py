from typing import Literal

QuoteRunCostsByParametersVerbosity = Literal["brief", "full"]

QUOTE_RUN_COSTS_BY_PARAMETERS_VERBOSITY_VALUES: set[QuoteRunCostsByParametersVerbosity] = {
    "brief",
    "full",
}


def check_quote_run_costs_by_parameters_verbosity(value: str) -> QuoteRunCostsByParametersVerbosity:
    if value in QUOTE_RUN_COSTS_BY_PARAMETERS_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_RUN_COSTS_BY_PARAMETERS_VERBOSITY_VALUES!r}"
    )
