"""Images that a model is asked to look at: how many, and of what size."""

from collections.abc import Mapping
from typing import Any

from pricing.asking.words.slots import Said
from pricing.catalog.catalog import Catalog
from pricing.errors import InvalidQuery
from pricing.units import SECONDS_PER_DAY

MOST_OF_EACH = 20.0
"""Most images that are read as those of one request. More are the images of a whole job."""


def sees_images(said: Said, catalog: Catalog, model: str) -> bool:
    """Whether images are said, by count, size or price, for a model that looks at them."""
    is_said = {"pixels", "made_images", "sees"} & said.slots.keys() or "per_image" in said.figures
    return bool(is_said) and model in catalog.image_encoders


def settle_rate(said: Said, *, is_made: bool) -> None:
    """Read the images of a period as requests with one image each; is_made: by the model."""
    per_day = said.slots.pop("images_per_day", None)
    if per_day is None:
        return
    if is_made:
        said.slots.setdefault("requests_per_second", per_day / SECONDS_PER_DAY)
    else:
        said.slots.setdefault("requests_per_day", per_day)
        said.slots.setdefault("made_images", 1.0)


def images_of_each(said: Said, subject: str) -> tuple[float, list[str]]:
    """The images of a request, and what was taken for granted.

    subject: a question without images. Raises InvalidQuery where no size is said.
    """
    if said.get("pixels") is None:
        raise InvalidQuery(
            "an image becomes tokens by its size, and none is said",
            field="q",
            nearest=("… with 1024x1024 images", subject),
        )
    count: float | None = said.get("made_images")
    if count is None or count > MOST_OF_EACH:
        return 1.0, ["each request is taken to have one image"]
    return count, []


def pixels_of(said: Said) -> Mapping[str, Any]:
    """The size of each image."""
    width, height = said.get("pixels") or (None, None)
    return {"image_width_pixels": width, "image_height_pixels": height}
