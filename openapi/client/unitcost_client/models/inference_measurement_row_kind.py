from typing import Literal

InferenceMeasurementRowKind = Literal["inference"]

INFERENCE_MEASUREMENT_ROW_KIND_VALUES: set[InferenceMeasurementRowKind] = {
    "inference",
}


def check_inference_measurement_row_kind(value: str) -> InferenceMeasurementRowKind:
    if value in INFERENCE_MEASUREMENT_ROW_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {INFERENCE_MEASUREMENT_ROW_KIND_VALUES!r}"
    )
