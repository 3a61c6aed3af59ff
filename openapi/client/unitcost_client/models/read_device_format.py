from typing import Literal

ReadDeviceFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

READ_DEVICE_FORMAT_VALUES: set[ReadDeviceFormat] = {
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


def check_read_device_format(value: str) -> ReadDeviceFormat:
    if value in READ_DEVICE_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {READ_DEVICE_FORMAT_VALUES!r}")
