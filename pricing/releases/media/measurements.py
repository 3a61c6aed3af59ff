"""The table of published throughputs of models that make images or write speech down."""

from typing import Annotated, ClassVar

from pricing.releases.columns import PRECISIONS, Confidence, Notes, Row, Source, cell, number

WORKS = ("image_generation", "transcription")


class MediaMeasurementRow(Row, frozen=True, kw_only=True):
    """What devices that work side by side make a second: images, or audio that is written down."""

    KEY: ClassVar = ("id",)

    id: Annotated[str, cell("Its name.")]
    model: Annotated[str, cell("The model.")]
    other_names: (
        Annotated[str, cell("Other names that the model is asked for by, between blanks.")] | None
    ) = None
    work: Annotated[str, cell("image_generation or transcription.", choices=WORKS)]
    device: Annotated[str, cell("The device.", references="devices")]
    device_count: Annotated[int, number("Devices [count].", low=1)]
    precision: Annotated[str, cell("Number format.", choices=PRECISIONS)] | None = None
    engine: Annotated[str, cell("The program.")] | None = None
    images_per_second: (
        Annotated[float, number("Images of all devices [images per second].", low=1e-6)] | None
    ) = None
    steps: Annotated[int, number("Denoising steps of an image [count].", low=1)] | None = None
    image_width_pixels: Annotated[int, number("Width of an image [pixels].", low=1)] | None = None
    image_height_pixels: Annotated[int, number("Height of an image [pixels].", low=1)] | None = None
    audio_seconds_per_second: (
        Annotated[
            float,
            number(
                "Audio that all devices write down [seconds of audio per second]: the real-time"
                " factor of all together.",
                low=1e-6,
            ),
        ]
        | None
    ) = None
    source: Source
    confidence: Confidence
    notes: Notes = None
