from typing import Literal

TrainingMeasurementRowKind = Literal["training"]

TRAINING_MEASUREMENT_ROW_KIND_VALUES: set[TrainingMeasurementRowKind] = {
    "training",
}


def check_training_measurement_row_kind(value: str) -> TrainingMeasurementRowKind:
    if value in TRAINING_MEASUREMENT_ROW_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {TRAINING_MEASUREMENT_ROW_KIND_VALUES!r}"
    )
