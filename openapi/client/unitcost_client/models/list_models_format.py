from typing import Literal

ListModelsFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

LIST_MODELS_FORMAT_VALUES: set[ListModelsFormat] = {
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


def check_list_models_format(value: str) -> ListModelsFormat:
    if value in LIST_MODELS_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_MODELS_FORMAT_VALUES!r}")
