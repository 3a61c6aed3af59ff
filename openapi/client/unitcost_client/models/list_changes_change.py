from typing import Literal, cast

ListChangesChange = Literal["added", "changed", "ended", "removed"]

LIST_CHANGES_CHANGE_VALUES: set[ListChangesChange] = {
    "added",
    "changed",
    "ended",
    "removed",
}


def check_list_changes_change(value: str) -> ListChangesChange:
    """The value, although it may be one that a newer service has added."""
    return cast(ListChangesChange, value)
