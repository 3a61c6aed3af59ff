"""Images of a request: what a query says of them, and what they become."""

from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery
from pricing.quote.context import QuoteContext
from pricing.serving.passes.images import NO_IMAGES, Images, images_of
from pricing.unit_costs.query import Load

COUNT = "load.images"
SIDES = ("load.image_width_pixels", "load.image_height_pixels")

MOST_RATIO = 200.0
"""The longest side over the other beyond which models refuse an image (smart_resize of Qwen)."""


def asked_images(context: QuoteContext, model: Model, load: Load) -> Images:
    """What the images of a load become. Raises InvalidQuery for what no table or rule tells."""
    width, height = load.image_width_pixels, load.image_height_pixels
    if not load.images:
        if load.images is None and (width or height):
            check_no_images(load)
        return NO_IMAGES
    encoder = context.catalog.image_encoders.get(model.name)
    if encoder is None or not model.tower_parameters:
        raise InvalidQuery(
            f"no table says how images become tokens of {model.name}: leave images out, count"
            " their tokens among load.input_tokens, or name another model",
            field=COUNT,
            nearest=_alike(context, model),
        )
    if width is None or height is None:
        raise InvalidQuery(
            "an image becomes tokens by its size: give load.image_width_pixels and"
            " load.image_height_pixels",
            field=SIDES[0] if width is None else SIDES[1],
        )
    if max(width, height) > MOST_RATIO * min(width, height):
        raise InvalidQuery(
            f"an image of {width:,} × {height:,} pixels is longer than {MOST_RATIO:g} times its"
            " other side, and no model reads it",
            field=SIDES[0] if width > height else SIDES[1],
        )
    return images_of(
        encoder,
        model.tower_parameters,
        count=load.images,
        width_pixels=float(width),
        height_pixels=float(height),
    )


def check_no_images(load: Load) -> None:
    """Raises InvalidQuery for images that nothing reads: without a model, or without a count."""
    if load.images:
        raise InvalidQuery(
            "without a model of tokens nothing says what images become: leave out load.images, and"
            " give measured.requests_per_second of requests with them",
            field=COUNT,
        )
    for field, side in zip(SIDES, (load.image_width_pixels, load.image_height_pixels), strict=True):
        if side is not None:
            raise InvalidQuery(
                f"{field} is of images, and there are none: give load.images, or leave it out",
                field=field,
            )


def _alike(context: QuoteContext, model: Model) -> list[str]:
    """Models that read images, those nearest in size first."""
    models = [context.catalog.models[name] for name in context.catalog.image_encoders]
    models.sort(key=lambda one: abs(one.parameters / model.parameters - 1.0))
    return [one.name for one in models[:3]]
