from typing import Literal

ListReleasesFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

LIST_RELEASES_FORMAT_VALUES: set[ListReleasesFormat] = {
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


def check_list_releases_format(value: str) -> ListReleasesFormat:
    if value in LIST_RELEASES_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_RELEASES_FORMAT_VALUES!r}")
