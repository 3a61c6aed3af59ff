"""What a query says of media: whether it asks for them, and what has no meaning beside tokens."""

from pricing.catalog.catalog import Catalog
from pricing.catalog.listed.media import media_rows
from pricing.errors import InvalidQuery
from pricing.quote.query import ModelNumbers
from pricing.unit_costs.query import Load

AUDIO, STEPS = "load.audio_seconds", "load.inference_steps"

MAKES = "image_generation"
"""The work of models that make images."""


def is_media(catalog: Catalog, model: str | ModelNumbers | None, load: Load) -> bool:
    """Whether a query asks for images that are made, or for audio that is written down."""
    if not isinstance(model, str):
        return False
    rows = media_rows(catalog, model)
    return bool(rows) and (rows[0].work == MAKES or load.audio_seconds is not None)


def check_no_media(load: Load) -> None:
    """Raises InvalidQuery for audio and steps, of which tokens have none."""
    if load.audio_seconds is not None:
        raise InvalidQuery(
            "load.audio_seconds is of models that write speech down, and no table has a"
            " measurement of this one: leave model out, and give measured.requests_per_second",
            field=AUDIO,
        )
    check_no_steps(load)


def check_no_steps(load: Load) -> None:
    """Raises InvalidQuery for steps of what makes no images."""
    if load.inference_steps is not None:
        raise InvalidQuery(
            "load.inference_steps are of models that make images, which the tables measure by"
            " name: leave it out",
            field=STEPS,
        )
