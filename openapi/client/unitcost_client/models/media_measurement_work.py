from typing import Literal

MediaMeasurementWork = Literal["image_generation", "transcription"]

MEDIA_MEASUREMENT_WORK_VALUES: set[MediaMeasurementWork] = {
    "image_generation",
    "transcription",
}


def check_media_measurement_work(value: str) -> MediaMeasurementWork:
    if value in MEDIA_MEASUREMENT_WORK_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {MEDIA_MEASUREMENT_WORK_VALUES!r}"
    )
