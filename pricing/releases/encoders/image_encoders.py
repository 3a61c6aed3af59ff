"""The table of encoders of images: how an image becomes tokens of a model."""

from typing import Annotated, ClassVar

from pricing.releases.columns import Confidence, Notes, Row, Source, cell, number

RULES = ("native", "filled", "bounded", "tiles_by_shape", "tiles_by_scale")


class ImageEncoderRow(Row, frozen=True, kw_only=True):
    """The encoder of the images that a model reads. Its parameters are those of the model's row."""

    KEY: ClassVar = ("model",)

    model: Annotated[str, cell("The model that reads images.", references="models")]
    rule: Annotated[
        str,
        cell(
            "How an image is cut. native: as it is, between least_pixels and most_pixels; filled:"
            " scaled to most_pixels; bounded: scaled down to most_side_pixels; tiles_by_shape,"
            " tiles_by_scale: into square tiles, of the grid that is nearest in shape, or that"
            " holds it with the least scaling.",
            choices=RULES,
        ),
    ]
    patch_pixels: Annotated[int, number("Side of a patch [pixels].", low=1)]
    merged_patches: Annotated[
        int, number("Side of the square of patches that becomes one token [count].", low=1)
    ]
    row_tokens: Annotated[int, number("Tokens that end a row of squares [count].")]
    least_pixels: (
        Annotated[int, number("Least pixels of a whole image [pixels].", low=1)] | None
    ) = None
    most_pixels: Annotated[int, number("Most pixels of a whole image [pixels].", low=1)] | None = (
        None
    )
    most_side_pixels: Annotated[int, number("Longest side of an image [pixels].", low=1)] | None = (
        None
    )
    tile_pixels: Annotated[int, number("Side of a tile [pixels].", low=1)] | None = None
    tile_count: Annotated[int, number("Most tiles of an image [count].", low=1, high=64)] | None = (
        None
    )
    has_overview: (
        Annotated[
            bool, cell("Whether an image of several tiles is also read whole, as one more tile.")
        ]
        | None
    ) = None
    layers: Annotated[
        int, number("Transformer layers [count]; 0 of patches that are projected alone.")
    ]
    hidden_size: Annotated[int, number("Width of the residual stream [count].", low=8)]
    intermediate_size: Annotated[int, number("Width of the MLP [count].", low=8)]
    full_attention_layers: (
        Annotated[int, number("Layers that attend to all of an image or tile [count]; empty: all.")]
        | None
    ) = None
    window_patches: (
        Annotated[int, number("Patches that the other layers attend to [count].", low=1)] | None
    ) = None
    cross_attention_layers: (
        Annotated[
            int,
            number(
                "Layers of the model that attend to an image which is no part of its input"
                " [count]; empty: an image is tokens of the input.",
                low=1,
            ),
        ]
        | None
    ) = None
    source: Source
    confidence: Confidence
    notes: Notes = None
