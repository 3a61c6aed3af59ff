"""Images that requests bring: what a query says of them, and what they become."""

from typing import Annotated

from pricing.catalog.rows import Model
from pricing.errors import InvalidQuery
from pricing.quote.answer import Answer
from pricing.quote.context import QuoteContext
from pricing.quote.messages import said
from pricing.serving.layout import Layout
from pricing.serving.passes.images import HOST_SECONDS, NO_IMAGES, Images, images_of
from pricing.unit_costs.query import Load


class ImagesAnswer(Answer, frozen=True, kw_only=True):
    """What the images of a request become; null where it brings none."""

    images_per_request: Annotated[float, said("Mean images of a request [count].")]
    tokens_per_image: Annotated[
        float,
        said("Tokens that an image becomes, without those that mark its begin and end [tokens]."),
    ]
    patches_per_image: Annotated[
        float, said("Patches of it that the encoder of images passes [count].")
    ]
    input_tokens: Annotated[float, said("Input of a request, text and images together [tokens].")]
    encoder_flops_per_image: Annotated[
        float, said("Arithmetic of the encoder for an image [FLOP].")
    ]
    encoder_share_fraction: Annotated[
        float, said("Of a request's time on its replica, what the encoder takes [fraction].")
    ]


def images_answer(layout: Layout) -> ImagesAnswer | None:
    """What is said of the images of requests; None of text alone."""
    request, images = layout.request, layout.request.images
    if images is NO_IMAGES:
        return None
    return ImagesAnswer(
        images_per_request=float(images.count),
        tokens_per_image=float(images.tokens),
        patches_per_image=float(images.patches),
        input_tokens=float(request.input_tokens),
        encoder_flops_per_image=float(images.flops),
        encoder_share_fraction=float(layout.image_share_fraction),
    )


def image_outputs(layout: Layout) -> dict[str, float]:
    """What the bill reads of images: see pricing.unit_costs.hour.Output."""
    request = layout.request
    if request.images is NO_IMAGES:
        return {}
    return {
        "encoded_images": float(request.encoded_images),
        "tokens_per_image": float(request.images.tokens),
        "image_share_fraction": float(layout.image_share_fraction),
    }


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
        host_seconds_per_megapixel=context.assume(HOST_SECONDS),
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


def of_images(layout: Layout) -> str | None:
    """What images are modelled without: measured rows, and the hosts that decode them."""
    images = layout.request.images
    if images is NO_IMAGES:
        return None
    rate = float(layout.requests_per_second * layout.request.encoded_images)
    busy_cores = rate * float(images.host_seconds)
    said = "no measured row has images: the encoder is modelled"
    if busy_cores <= float(layout.replica_count):
        return said
    return (
        f"{said}, and the hosts are taken to decode and resize {rate:,.3g} images a second: this is"
        f" the work of {busy_cores:,.0f} cores, and an engine that has fewer for it is slower"
    )
