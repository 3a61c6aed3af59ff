from typing import Literal

ReadMeasurementFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

READ_MEASUREMENT_FORMAT_VALUES: set[ReadMeasurementFormat] = {
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


def check_read_measurement_format(value: str) -> ReadMeasurementFormat:
    if value in READ_MEASUREMENT_FORMAT_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {READ_MEASUREMENT_FORMAT_VALUES!r}"
    )
