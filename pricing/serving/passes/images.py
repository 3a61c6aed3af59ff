"""Images: what those that a request brings become, and what their encoder computes and holds."""

from typing import cast

from msgspec import Struct

from pricing.catalog.rows import Device
from pricing.formulas.device_memory import pass_bytes
from pricing.formulas.vision.image_encoder import encoder_flops
from pricing.formulas.vision.image_sizes import (
    bounded_squares,
    filled_squares,
    native_squares,
    tiles_by_scale,
    tiles_by_shape,
)
from pricing.numerics.number import Number, where
from pricing.releases.models import ImageEncoderRow

HIDDEN_VALUES, WIDTH_VALUES, VALUE_BYTES = 4.0, 3.0, 2.0
"""Of a patch in a layer: what it holds of the hidden size and of the width, see pass_bytes."""


HOST_SECONDS = "images.host_seconds_per_megapixel"
"""The assumption of what a core of the host takes for an image."""

PIXELS_PER_MEGAPIXEL = 1e6


class Images(Struct, frozen=True, gc=False):
    """The images of a request.

    count: of them [count]; pixels: of one; tokens: that it becomes [tokens]; patches: of it, that
    its encoder passes [count]; flops: of the encoder, for one [FLOP]; patch_bytes: what a patch
    holds in a pass of the encoder [bytes]; attended_token_layers: of one that is no part of the
    input, its tokens times the layers of the model that attend to them [count]; host_seconds: that
    a core of the host takes to decode and resize one [seconds].
    """

    count: Number = 0.0
    tokens: Number = 1.0
    patches: Number = 1.0
    flops: Number = 0.0
    patch_bytes: Number = 0.0
    pixels: Number = 0.0
    attended_token_layers: Number = 0.0
    host_seconds: Number = 0.0

    @property
    def pass_tokens(self) -> Number:
        """Of one, as the encoder's budget counts it: of one beside the input its patches."""
        return where(self.attended_token_layers > 0.0, self.patches, self.tokens)

    @property
    def all_tokens(self) -> Number:
        """Of all of them [tokens]."""
        return self.count * self.tokens


NO_IMAGES = Images()
"""A request of text alone."""


def images_of(
    encoder: ImageEncoderRow,
    parameters: float,
    *,
    count: Number,
    width_pixels: Number,
    height_pixels: Number,
    host_seconds_per_megapixel: float,
) -> Images:
    """Images of a size, as an encoder of so many parameters reads them. Floats or arrays.

    host_seconds_per_megapixel: of a core that decodes and resizes them.
    """
    tokens, patches, attended = _cut(encoder, width_pixels, height_pixels)
    attending, token_layers = encoder.cross_attention_layers, 0.0 * tokens
    if attending is not None:  # its tiles are one sequence, and a token of the input stands for it
        tokens, attended, token_layers = 1.0 + 0.0 * tokens, patches, float(attending) * tokens
    layers = float(encoder.layers)
    full = layers
    if encoder.full_attention_layers is not None:
        full = float(encoder.full_attention_layers)
    flops = encoder_flops(
        patches=patches,
        parameters=parameters,
        hidden_size=float(encoder.hidden_size),
        full_attention_layers=full,
        attended_patches=attended,
        window_layers=layers - full,
        window_patches=float(encoder.window_patches or 1),
    )
    held = pass_bytes(
        tokens=1.0,
        hidden_size=float(encoder.hidden_size),
        hidden_values=HIDDEN_VALUES,
        width=float(encoder.intermediate_size),
        width_values=WIDTH_VALUES,
        value_bytes=VALUE_BYTES,
        shards=1.0,
    )
    pixels = width_pixels * height_pixels
    host_seconds = host_seconds_per_megapixel * pixels / PIXELS_PER_MEGAPIXEL
    return Images(count, tokens, patches, flops, held, pixels, token_layers, host_seconds)


def largest_of(encoder: ImageEncoderRow) -> Images:
    """The image that becomes the most tokens, whatever a request brings."""
    tile = float(encoder.tile_pixels or 0)
    height = tile or float(encoder.most_side_pixels or 0) or float(encoder.most_pixels or 0) ** 0.5
    width = tile * float(encoder.tile_count or 0) or height
    return images_of(
        encoder,
        0.0,
        count=1.0,
        width_pixels=width,
        height_pixels=height,
        host_seconds_per_megapixel=0.0,
    )


def _cut(encoder: ImageEncoderRow, width: Number, height: Number) -> tuple[Number, Number, Number]:
    """The tokens and the patches of an image, and the patches that one of them attends to."""
    merged = float(encoder.merged_patches)
    side = encoder.patch_pixels * merged
    of_square = merged * merged
    if encoder.rule == "native":
        squares = native_squares(
            width=width,
            height=height,
            side=side,
            least_pixels=float(cast("int", encoder.least_pixels)),
            most_pixels=float(cast("int", encoder.most_pixels)),
        )
        return squares, squares * of_square, squares * of_square
    if encoder.rule == "filled":
        most_pixels = float(cast("int", encoder.most_pixels))
        squares = filled_squares(width=width, height=height, side=side, most_pixels=most_pixels)
        return squares, squares * of_square, squares * of_square
    if encoder.rule == "bounded":
        squares, tokens = (
            bounded_squares(
                width=width,
                height=height,
                side=side,
                most_side=float(cast("int", encoder.most_side_pixels)),
                row_tokens=ends,
            )
            for ends in (0.0, float(encoder.row_tokens))
        )
        return tokens, squares * of_square, squares * of_square
    tile = float(cast("int", encoder.tile_pixels))
    grid = tiles_by_shape if encoder.rule == "tiles_by_shape" else tiles_by_scale
    tiles = grid(
        width=width,
        height=height,
        tile_side=tile,
        most_tiles=float(cast("int", encoder.tile_count)),
    )
    if encoder.has_overview:
        tiles = tiles + where(tiles > 1.0, 1.0, 0.0)
    own = tile // encoder.patch_pixels
    attended = own * own
    return tiles * attended / of_square, tiles * attended, attended


def encoding_flops_per_second(device: Device) -> float | None:
    """The arithmetic of a device in 16 bits, None where it has none [FLOP/s]."""
    known = (device.flops_per_second.get(name) for name in ("bf16", "fp16"))
    return next((rate for rate in known if rate), None)
