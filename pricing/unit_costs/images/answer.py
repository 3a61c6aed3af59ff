"""What an answer says of the images of its requests."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer
from pricing.serving.layout import Layout
from pricing.serving.passes.images import NO_IMAGES


class ImagesAnswer(Answer, frozen=True, kw_only=True):
    """What the images of a request become; null where it brings none."""

    images_per_request: Annotated[float, Meta(description="Mean images of a request [count].")]
    tokens_per_image: Annotated[
        float,
        Meta(
            description="Tokens that an image becomes, without those that mark its begin and end"
            " [tokens]."
        ),
    ]
    patches_per_image: Annotated[
        float, Meta(description="Patches of it that the encoder of images passes [count].")
    ]
    input_tokens: Annotated[
        float, Meta(description="Input of a request, text and images together [tokens].")
    ]
    encoder_flops_per_image: Annotated[
        float, Meta(description="Arithmetic of the encoder for an image [FLOP].")
    ]
    encoder_share_fraction: Annotated[
        float,
        Meta(description="Of a request's time on its replica, what the encoder takes [fraction]."),
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
