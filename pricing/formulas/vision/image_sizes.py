"""Sizes of images: the squares of pixels that one is cut into, by the rules of model families.

Numbers are floats or arrays. A square is what becomes one token, some patches wide.
"""

from collections.abc import Iterator
from math import inf

import numpy as np

from pricing.numerics.number import Number, ceil, floor, greatest, least, sqrt, where

HALF = 0.5

SMALL_SCORE = 1e9
"""Makes any scale below 1 count for more than all scales from 1 on."""


def native_squares(
    *, width: Number, height: Number, side: Number, least_pixels: Number, most_pixels: Number
) -> Number:
    """Squares of an image that keeps its shape, between the least and the most pixels.

    n = r(w / s) · r(h / s); above P_max: ⌊w / (β · s)⌋ · ⌊h / (β · s)⌋, β = √(w · h / P_max)

    width: w; height: h; side: s, of a square [pixels]; least_pixels: P_min, below which sides are
    rounded up with β = √(w · h / P_min); most_pixels: P_max [pixels]. Returns [count], at least 1.
    Source: smart_resize of Qwen2-VL (transformers, image_processing_qwen2_vl.py); r rounds to the
    nearest. Qwen2.5-VL at 1,280 × 720 pixels: 46 · 26.

    >>> native_squares(width=1280.0, height=720.0, side=28.0, least_pixels=3136.0,
    ...     most_pixels=12845056.0)
    1196.0
    >>> native_squares(width=40.0, height=40.0, side=28.0, least_pixels=3136.0,
    ...     most_pixels=12845056.0)
    4.0
    """
    columns, rows = greatest(1.0, _rounded(width / side)), greatest(1.0, _rounded(height / side))
    whole = columns * rows
    pixels = whole * side * side
    shrunk = sqrt(width * height / most_pixels)
    grown = sqrt(least_pixels / (width * height))
    smaller = greatest(1.0, floor(width / shrunk / side)) * greatest(
        1.0, floor(height / shrunk / side)
    )
    larger = ceil(width * grown / side) * ceil(height * grown / side)
    return where(pixels > most_pixels, smaller, where(pixels < least_pixels, larger, whole))


def filled_squares(*, width: Number, height: Number, side: Number, most_pixels: Number) -> Number:
    """Squares of an image that is scaled, up or down, to as many pixels as it may have.

    n = ⌊β · w / s⌋ · ⌊β · h / s⌋, β = √(P / (w · h)); where one is 0: min(⌊w / h⌋, P / s²)

    width: w; height: h; side: s, of a square [pixels]; most_pixels: P, a whole number of squares
    [pixels]. Returns [count], at least 1. An image that is narrower than a square has one row of
    as many as its shape says, or as P holds.
    Source: Gemma 4 (transformers, image_processing_pil_gemma4.py and its tests): 100 × 100 pixels
    become 45 × 45 of squares of 15 within 2,500, 34 × 2,785 become 96 × 6,144 of squares of 96.

    >>> filled_squares(width=100.0, height=100.0, side=15.0, most_pixels=2500.0)
    9.0
    >>> filled_squares(width=34.0, height=2785.0, side=96.0, most_pixels=589824.0)
    64.0
    """
    scale = sqrt(most_pixels / (width * height))
    columns, rows = floor(scale * width / side), floor(scale * height / side)
    longer = floor(greatest(width, height) / least(width, height))
    strip = least(longer, floor(most_pixels / (side * side)))
    return where(columns * rows > 0.0, columns * rows, greatest(1.0, strip))


def bounded_squares(
    *, width: Number, height: Number, side: Number, most_side: Number, row_tokens: Number
) -> Number:
    """Squares of an image that is scaled down to a longest side, and what ends their rows.

    n = ⌈h' / s⌉ · (⌈w' / s⌉ + e), w' = ⌊w / ρ⌋, h' = ⌊h / ρ⌋, ρ = max(1, w / S, h / S)

    width: w; height: h; side: s, of a square; most_side: S [pixels]; row_tokens: e, of each row
    [count]. Returns [count]. Sides that fit are not rounded down.
    Source: Pixtral (transformers, image_processing_pixtral.py).

    >>> bounded_squares(width=2048.0, height=1024.0, side=16.0, most_side=1024.0, row_tokens=1.0)
    2080.0
    """
    ratio = greatest(1.0, greatest(width, height) / most_side)
    columns, rows = (
        greatest(1.0, ceil(where(ratio > 1.0, floor(length / ratio), length) / side))
        for length in (width, height)
    )
    return rows * (columns + row_tokens)


def tiles_by_shape(
    *, width: Number, height: Number, tile_side: Number, most_tiles: Number
) -> Number:
    """Tiles of the grid whose shape is the nearest to that of an image.

    min |w / h − i / j|, i · j ≤ T; of equals the larger where w · h > i · j · t² / 2

    width: w; height: h; tile_side: t [pixels]; most_tiles: T [count]. Returns [count].
    Source: dynamic_preprocess of InternVL. 1,280 × 720 are as near to 2 · 1 as to 4 · 2.

    >>> tiles_by_shape(width=1280.0, height=720.0, tile_side=448.0, most_tiles=12.0)
    8.0
    """
    nearest: Number = inf
    found: Number = 1.0
    for columns, rows in _grids(int(np.max(most_tiles))):
        tiles = columns * rows
        off = abs(width / height - columns / rows)
        is_large = width * height > 0.5 * tile_side * tile_side * tiles
        better = (off < nearest) | ((off == nearest) & is_large)
        better = better & (tiles <= most_tiles)
        found, nearest = where(better, tiles, found), where(better, off, nearest)
    return found


def tiles_by_scale(
    *, width: Number, height: Number, tile_side: Number, most_tiles: Number
) -> Number:
    """Tiles of the grid that holds an image with the least scaling, up before down.

    σ = min(i · t / w, j · t / h), i · j ≤ T: the least σ ≥ 1, else the largest; of equals the
    least i · j

    width: w; height: h; tile_side: t [pixels]; most_tiles: T [count]. Returns [count].
    Source: get_best_fit of Llama 4 (transformers, image_processing_llama4_fast.py).

    >>> tiles_by_scale(width=1280.0, height=720.0, tile_side=336.0, most_tiles=16.0)
    12.0
    >>> tiles_by_scale(width=300.0, height=200.0, tile_side=336.0, most_tiles=16.0)
    1.0
    """
    best: Number = inf
    found: Number = 1.0
    for columns, rows in _grids(int(np.max(most_tiles))):
        scale = least(columns * tile_side / width, rows * tile_side / height)
        score = where(scale >= 1.0, scale, SMALL_SCORE / scale)
        better = (score < best) & (columns * rows <= most_tiles)
        found, best = where(better, columns * rows, found), where(better, score, best)
    return found


def _rounded(value: Number) -> Number:
    """The nearest whole number, of two the even one.

    >>> _rounded(2.5), _rounded(3.5), _rounded(2.4)
    (2.0, 4.0, 2.0)
    """
    up = floor(value + HALF)
    is_between = up - value == HALF
    return up - where(is_between & (up % 2.0 == 1.0), 1.0, 0.0)


def _grids(most_tiles: int) -> Iterator[tuple[float, float]]:
    """Columns and rows of all grids up to so many tiles, the smallest first."""
    grids = (
        (columns, rows)
        for columns in range(1, most_tiles + 1)
        for rows in range(1, most_tiles // columns + 1)
    )
    for columns, rows in sorted(grids, key=lambda grid: grid[0] * grid[1]):
        yield float(columns), float(rows)
