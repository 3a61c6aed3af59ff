from typing import Literal

QuoteRunCostsByParametersFormat = Literal[
    "arrow",
    "csv",
    "focus",
    "focus-parquet",
    "json",
    "long-csv",
    "long-parquet",
    "markdown",
    "ndjson",
    "parquet",
    "slack",
    "teams",
    "text",
    "xlsx",
]

QUOTE_RUN_COSTS_BY_PARAMETERS_FORMAT_VALUES: set[QuoteRunCostsByParametersFormat] = {
    "arrow",
    "csv",
    "focus",
    "focus-parquet",
    "json",
    "long-csv",
    "long-parquet",
    "markdown",
    "ndjson",
    "parquet",
    "slack",
    "teams",
    "text",
    "xlsx",
}


def check_quote_run_costs_by_parameters_format(value: str) -> QuoteRunCostsByParametersFormat:
    if value in QUOTE_RUN_COSTS_BY_PARAMETERS_FORMAT_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_RUN_COSTS_BY_PARAMETERS_FORMAT_VALUES!r}"
    )
