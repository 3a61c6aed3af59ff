from typing import Literal

ListMeasurementsKind = Literal["inference", "training"]

LIST_MEASUREMENTS_KIND_VALUES: set[ListMeasurementsKind] = {
    "inference",
    "training",
}


def check_list_measurements_kind(value: str) -> ListMeasurementsKind:
    if value in LIST_MEASUREMENTS_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {LIST_MEASUREMENTS_KIND_VALUES!r}"
    )
