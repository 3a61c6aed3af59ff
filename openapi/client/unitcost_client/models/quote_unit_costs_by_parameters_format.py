from typing import Literal

QuoteUnitCostsByParametersFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

QUOTE_UNIT_COSTS_BY_PARAMETERS_FORMAT_VALUES: set[QuoteUnitCostsByParametersFormat] = {
    "arrow",
    "csv",
    "json",
    "markdown",
    "ndjson",
    "parquet",
    "slack",
    "teams",
    "text",
    "xlsx",
}


def check_quote_unit_costs_by_parameters_format(value: str) -> QuoteUnitCostsByParametersFormat:
    if value in QUOTE_UNIT_COSTS_BY_PARAMETERS_FORMAT_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_UNIT_COSTS_BY_PARAMETERS_FORMAT_VALUES!r}"
    )
