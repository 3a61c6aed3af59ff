from typing import Literal, cast

ListMeasurementsKind = Literal["inference", "training"]

LIST_MEASUREMENTS_KIND_VALUES: set[ListMeasurementsKind] = {
    "inference",
    "training",
}


def check_list_measurements_kind(value: str) -> ListMeasurementsKind:
    """The value, although it may be one that a newer service has added."""
    return cast(ListMeasurementsKind, value)
