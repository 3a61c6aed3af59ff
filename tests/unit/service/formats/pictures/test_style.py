"""Colours of pictures, as people see them who see no red or no green."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from numpy.typing import NDArray

from service.formats.pictures.style import COLOURS, GREY, PALETTE, colours_of

SEEN = {
    "all": np.eye(3),
    "no green": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.01182, 0.04294, 0.968881],
        ]
    ),
    "no red": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
}
"""What linear sRGB looks like (G. Machado, M. Oliveira and L. Fernandes, 2009, severity 1)."""

LEAST_DIFFERENCE = 15.0
"""Of two colours in CIELAB; about 2 can just be told apart side by side."""


def lab(colour: str, seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """A colour in CIELAB (D65), as it is seen."""
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    x, y, z = np.cbrt(to_xyz @ np.clip(seen @ linear, 0.0, 1.0) / [0.9505, 1.0, 1.089])
    return np.array([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])


@pytest.mark.parametrize("seen", SEEN)
def test_any_two_colours_are_told_apart(seen: str) -> None:
    colours = [lab(colour, SEEN[seen]) for colour in (*PALETTE, GREY)]

    assert min(np.linalg.norm(a - b) for a, b in combinations(colours, 2)) >= LEAST_DIFFERENCE


def test_items_of_one_picture_have_colours_of_their_own() -> None:
    owned = ["compute_burst", "depreciation", "cost_of_capital", "hosting", "operations", "energy"]

    assert len({*colours_of(owned).values()}) == len(owned)
    assert set(COLOURS.values()) <= {*PALETTE, GREY}
