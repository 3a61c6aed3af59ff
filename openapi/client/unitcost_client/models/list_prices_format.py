from typing import Literal

ListPricesFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

LIST_PRICES_FORMAT_VALUES: set[ListPricesFormat] = {
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


def check_list_prices_format(value: str) -> ListPricesFormat:
    if value in LIST_PRICES_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_PRICES_FORMAT_VALUES!r}")
