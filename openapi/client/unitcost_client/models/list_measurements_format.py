from typing import Literal

ListMeasurementsFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

LIST_MEASUREMENTS_FORMAT_VALUES: set[ListMeasurementsFormat] = {
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


def check_list_measurements_format(value: str) -> ListMeasurementsFormat:
    if value in LIST_MEASUREMENTS_FORMAT_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {LIST_MEASUREMENTS_FORMAT_VALUES!r}"
    )
