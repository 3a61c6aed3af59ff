from typing import Literal, cast

MediaMeasurementWork = Literal["image_generation", "transcription"]

MEDIA_MEASUREMENT_WORK_VALUES: set[MediaMeasurementWork] = {
    "image_generation",
    "transcription",
}


def check_media_measurement_work(value: str) -> MediaMeasurementWork:
    """The value, although it may be one that a newer service has added."""
    return cast(MediaMeasurementWork, value)
