"""Sizes of images: 512 x 512 px, 1920x1080, 1080p."""

import re

from pricing.asking.words.amounts.units import Units
from pricing.asking.words.terms import Term

OF_PIXELS = frozenset({"px", "pixel", "pixels"})

SCREENS = {"480p": (640, 480), "720p": (1280, 720), "1080p": (1920, 1080), "1440p": (2560, 1440)}
"""Sizes of images by their lines [pixels]."""

_PIXELS = re.compile(r"([1-9]\d{2,4})x([1-9]\d{2,4})")


def pixels_at(units: Units, first: int) -> Term | None:
    """The size of an image: 512 x 512 px, images of 1920x1080. `256x 4090` are devices."""
    screen = SCREENS.get(units.text(first))
    if screen is not None:
        return Term("pixels", screen, first, first + 1)
    for last in range(first + 1, first + 4):
        match = _PIXELS.fullmatch(units.joined(first, last))
        if match is None:
            continue
        is_marked = units.text(last) in OF_PIXELS
        beside = (units.behind(last + is_marked), units.longest(first - 2))
        is_image = any(unit is not None and unit.name == "made_images" for unit in beside)
        if is_marked or is_image or last == first + 1 or match[1] == match[2]:
            return Term("pixels", (int(match[1]), int(match[2])), first, last + is_marked)
    return None
