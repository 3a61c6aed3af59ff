from typing import Literal, cast

RowChangeChange = Literal["added", "changed", "ended", "removed"]

ROW_CHANGE_CHANGE_VALUES: set[RowChangeChange] = {
    "added",
    "changed",
    "ended",
    "removed",
}


def check_row_change_change(value: str) -> RowChangeChange:
    """The value, although it may be one that a newer service has added."""
    return cast(RowChangeChange, value)
