from typing import Literal

QuoteTcoByParametersFormat = Literal[
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
    "png",
    "slack",
    "svg",
    "teams",
    "text",
    "xlsx",
]

QUOTE_TCO_BY_PARAMETERS_FORMAT_VALUES: set[QuoteTcoByParametersFormat] = {
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
    "png",
    "slack",
    "svg",
    "teams",
    "text",
    "xlsx",
}


def check_quote_tco_by_parameters_format(value: str) -> QuoteTcoByParametersFormat:
    if value in QUOTE_TCO_BY_PARAMETERS_FORMAT_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_TCO_BY_PARAMETERS_FORMAT_VALUES!r}"
    )
