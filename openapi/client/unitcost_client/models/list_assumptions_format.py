from typing import Literal

ListAssumptionsFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

LIST_ASSUMPTIONS_FORMAT_VALUES: set[ListAssumptionsFormat] = {
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


def check_list_assumptions_format(value: str) -> ListAssumptionsFormat:
    if value in LIST_ASSUMPTIONS_FORMAT_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {LIST_ASSUMPTIONS_FORMAT_VALUES!r}"
    )
