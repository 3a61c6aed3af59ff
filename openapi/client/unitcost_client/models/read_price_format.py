from typing import Literal

ReadPriceFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

READ_PRICE_FORMAT_VALUES: set[ReadPriceFormat] = {
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


def check_read_price_format(value: str) -> ReadPriceFormat:
    if value in READ_PRICE_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {READ_PRICE_FORMAT_VALUES!r}")
