from typing import Literal

RowChangeChange = Literal["added", "changed", "ended", "removed"]

ROW_CHANGE_CHANGE_VALUES: set[RowChangeChange] = {
    "added",
    "changed",
    "ended",
    "removed",
}


def check_row_change_change(value: str) -> RowChangeChange:
    if value in ROW_CHANGE_CHANGE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ROW_CHANGE_CHANGE_VALUES!r}")
