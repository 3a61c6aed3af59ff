from typing import Literal, cast

InferenceMeasurementRowKind = Literal["inference"]

INFERENCE_MEASUREMENT_ROW_KIND_VALUES: set[InferenceMeasurementRowKind] = {
    "inference",
}


def check_inference_measurement_row_kind(value: str) -> InferenceMeasurementRowKind:
    """The value, although it may be one that a newer service has added."""
    return cast(InferenceMeasurementRowKind, value)
