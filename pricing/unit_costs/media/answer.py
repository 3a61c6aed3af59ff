"""What an answer says of work on media."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.catalog.rows import Confidence
from pricing.quote.answer import Answer
from pricing.releases.media.measurements import MediaMeasurementRow


class MediaMeasurement(Answer, frozen=True, kw_only=True):
    """The published measurement of images or speech that an answer is based on."""

    id: Annotated[str, Meta(description="Its id in the table media_measurements.")]
    work: Annotated[
        Literal["image_generation", "transcription"],
        Meta(description="Images that are made, or speech that is written down."),
    ]
    device_count: Annotated[int, Meta(description="Devices that were measured [count].")]
    precision: Annotated[str | None, Meta(description="Number format.")]
    engine: Annotated[str | None, Meta(description="The program.")]
    images_per_second: Annotated[
        float | None, Meta(description="Images of these devices [images per second].")
    ]
    inference_steps: Annotated[
        int | None, Meta(description="Denoising steps of an image that was measured [count].")
    ]
    image_width_pixels: Annotated[int | None, Meta(description="Width of an image [pixels].")]
    image_height_pixels: Annotated[int | None, Meta(description="Height of an image [pixels].")]
    audio_seconds_per_second: Annotated[
        float | None,
        Meta(description="Audio that these devices write down in a second [seconds]."),
    ]
    source: Annotated[str, Meta(description="Where the measurement was published.")]
    confidence: Confidence


def media_answer(row: MediaMeasurementRow | None) -> MediaMeasurement | None:
    """What is said of a row; None of none."""
    if row is None:
        return None
    return MediaMeasurement(
        id=row.id,
        work="image_generation" if row.images_per_second else "transcription",
        device_count=row.device_count,
        precision=row.precision,
        engine=row.engine,
        images_per_second=row.images_per_second,
        inference_steps=row.steps,
        image_width_pixels=row.image_width_pixels,
        image_height_pixels=row.image_height_pixels,
        audio_seconds_per_second=row.audio_seconds_per_second,
        source=row.source,
        confidence=row.confidence,
    )
