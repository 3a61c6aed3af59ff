from typing import Literal

ListDevicesFormat = Literal[
    "arrow", "csv", "json", "markdown", "ndjson", "parquet", "slack", "teams", "text", "xlsx"
]

LIST_DEVICES_FORMAT_VALUES: set[ListDevicesFormat] = {
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


def check_list_devices_format(value: str) -> ListDevicesFormat:
    if value in LIST_DEVICES_FORMAT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_DEVICES_FORMAT_VALUES!r}")
