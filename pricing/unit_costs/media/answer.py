"""What an answer says of work on media."""

from typing import Annotated, Literal

from pricing.catalog.rows import Confidence
from pricing.quote.answer import Answer
from pricing.quote.messages import said
from pricing.releases.measurements import MediaMeasurementRow


class MediaMeasurement(Answer, frozen=True, kw_only=True):
    """The published measurement of images or speech that an answer is based on."""

    id: Annotated[str, said("Its id in the table media_measurements.")]
    work: Annotated[
        Literal["image_generation", "transcription"],
        said("Images that are made, or speech that is written down."),
    ]
    device_count: Annotated[int, said("Devices that were measured [count].")]
    precision: Annotated[str | None, said("Number format.")]
    engine: Annotated[str | None, said("The program.")]
    images_per_second: Annotated[float | None, said("Images of these devices [images per second].")]
    inference_steps: Annotated[
        int | None, said("Denoising steps of an image that was measured [count].")
    ]
    image_width_pixels: Annotated[int | None, said("Width of an image [pixels].")]
    image_height_pixels: Annotated[int | None, said("Height of an image [pixels].")]
    audio_seconds_per_second: Annotated[
        float | None, said("Audio that these devices write down in a second [seconds].")
    ]
    source: Annotated[str, said("Where the measurement was published.")]
    confidence: Confidence


def media_answer(row: MediaMeasurementRow | None) -> MediaMeasurement | None:
    """What is said of a row; None of none."""
    if row is None:
        return None
    same = {*MediaMeasurement.__struct_fields__}.intersection(row.__struct_fields__)
    return MediaMeasurement(
        **{name: getattr(row, name) for name in same - {"work"}},
        work="image_generation" if row.images_per_second else "transcription",
        inference_steps=row.steps,
    )
