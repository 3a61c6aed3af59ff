from typing import Literal

ListChangesFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

LIST_CHANGES_FORMAT_VALUES: set[ListChangesFormat] = {
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


def check_list_changes_format(value: str) -> ListChangesFormat:
    if value in LIST_CHANGES_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_CHANGES_FORMAT_VALUES!r}")
