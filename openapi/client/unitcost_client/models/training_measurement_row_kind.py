from typing import Literal, cast

TrainingMeasurementRowKind = Literal["training"]

TRAINING_MEASUREMENT_ROW_KIND_VALUES: set[TrainingMeasurementRowKind] = {
    "training",
}


def check_training_measurement_row_kind(value: str) -> TrainingMeasurementRowKind:
    """The value, although it may be one that a newer service has added."""
    return cast(TrainingMeasurementRowKind, value)
