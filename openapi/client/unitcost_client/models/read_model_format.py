from typing import Literal

ReadModelFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

READ_MODEL_FORMAT_VALUES: set[ReadModelFormat] = {
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


def check_read_model_format(value: str) -> ReadModelFormat:
    if value in READ_MODEL_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {READ_MODEL_FORMAT_VALUES!r}")
