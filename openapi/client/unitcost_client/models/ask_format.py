from typing import Literal

AskFormat = Literal[
    "arrow",
    "csv",
    "json",
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

ASK_FORMAT_VALUES: set[AskFormat] = {
    "arrow",
    "csv",
    "json",
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


def check_ask_format(value: str) -> AskFormat:
    if value in ASK_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ASK_FORMAT_VALUES!r}")
