from typing import Literal

ListChangesChange = Literal["added", "changed", "ended", "removed"]

LIST_CHANGES_CHANGE_VALUES: set[ListChangesChange] = {
    "added",
    "changed",
    "ended",
    "removed",
}


def check_list_changes_change(value: str) -> ListChangesChange:
    if value in LIST_CHANGES_CHANGE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_CHANGES_CHANGE_VALUES!r}")
