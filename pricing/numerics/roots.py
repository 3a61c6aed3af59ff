"""Searches for a root: one Illinois and one bisection, for a float or for all rows at once.

Rows that are found drop out of the search, so that a round costs what is left of it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.numerics.number import Number, floor, greatest, least, where

Rows = NDArray[np.intp] | None
"""Which rows are still looked for; None where the ends are floats."""

Excess = Callable[[Number, Rows], Number]
"""How far a value is above what is allowed, at most 0 where it is kept. It is a float for a float,
and for rows an array with an element for each of them."""

Holds = Callable[[Number, Rows], Any]
"""Whether something holds of a value: a truth, or an array of them."""


class Bracket(Struct, gc=False):
    """Where a root lies: at `low` the excess is at most 0, at `high` it is above.

    at_low, at_high: the excess there, or half of it; moved: −1 where `low` moved last, 1 where
    `high` did, 0 at first. The ends are equal where the root is found to the tolerance, or where
    `high` keeps what is allowed.
    """

    low: Number
    high: Number
    at_low: Number
    at_high: Number
    moved: Number = 0.0


def illinois(
    excess: Excess,
    low: Number,
    high: Number,
    at_low: Number,
    at_high: Number,
    *,
    rounds: int,
    tolerance: float = 0.0,
    is_whole: bool = False,
) -> Bracket:
    """The root of an excess that rises from at most 0 at `low`; `high` where it never does.

    x = (low · f(high) − high · f(low)) / (f(high) − f(low)), and an end that stays twice counts
    half.

    at_low, at_high: the excess at the ends; rounds: the most values that are tried; tolerance: an
    excess this close to 0 is a root; is_whole: whole numbers alone are tried, and the search ends
    at neighbours. Floats, or arrays with an element a row. Where the excess leaps past 0, the ends
    close in on the leap.
    Source: regula falsi after Illinois (Dowell and Jarratt 1971, doi:10.1007/BF01934364).

    >>> found = illinois(lambda x, _: x * x - 2.0, 0.0, 2.0, -2.0, 2.0, rounds=40, tolerance=1e-12)
    >>> round(found.low, 9)
    1.414213562
    """
    least_width = 1.0 if is_whole else 0.0
    if not isinstance(at_high, np.ndarray):
        found = Bracket(low, high, at_low, at_high)
        if at_high <= 0.0:
            found.low = high
        for _ in range(rounds):
            if found.high - found.low <= least_width:
                break
            tried = _secant(found, is_whole=is_whole)
            found = _narrowed(found, tried, excess(tried, None), tolerance)
        return found
    shape = at_high.shape
    ends = (np.where(at_high <= 0.0, high, low), high, at_low, at_high, 0.0)
    whole = Bracket(*(np.broadcast_to(end, shape).astype(float) for end in ends))
    for _ in range(rounds):
        rows = np.flatnonzero(whole.high - whole.low > least_width)
        if not len(rows):
            break
        part = Bracket(*(getattr(whole, name)[rows] for name in Bracket.__struct_fields__))
        tried = _secant(part, is_whole=is_whole)
        part = _narrowed(part, tried, excess(tried, rows), tolerance)
        for name in Bracket.__struct_fields__:
            getattr(whole, name)[rows] = getattr(part, name)
    return whole


def bisection(
    holds: Holds, low: Number, high: Number, *, rounds: int, is_whole: bool = False
) -> tuple[Number, Number]:
    """The last value at which something holds that holds at `low`, and the first found without.

    rounds: the most values that are tried, each of which halves what is left; is_whole: whole
    numbers alone are tried, and the search ends at neighbours. Floats, or arrays with an element a
    row.

    >>> bisection(lambda x, _: x * x <= 50.0, 0.0, 100.0, rounds=60, is_whole=True)
    (7.0, 8.0)
    """
    least_width = 1.0 if is_whole else 0.0
    if not isinstance(high, np.ndarray):
        for _ in range(rounds):
            if high - low <= least_width:
                break
            tried = _middle(low, high, is_whole=is_whole)
            low, high = (tried, high) if holds(tried, None) else (low, tried)
        return low, high
    low, high = np.broadcast_to(low, high.shape).astype(float), high.astype(float)
    for _ in range(rounds):
        rows = np.flatnonzero(high - low > least_width)
        if not len(rows):
            break
        tried = _middle(low[rows], high[rows], is_whole=is_whole)
        holding = holds(tried, rows)
        low[rows] = np.where(holding, tried, low[rows])
        high[rows] = np.where(holding, high[rows], tried)
    return low, high


def _middle(low: Number, high: Number, *, is_whole: bool) -> Number:
    middle = (low + high) / 2.0
    return floor(middle) if is_whole else middle


def _secant(ends: Bracket, *, is_whole: bool) -> Number:
    """Where the line between the ends crosses zero; rounded, and not an end, in whole numbers."""
    crossing = (ends.low * ends.at_high - ends.high * ends.at_low) / (ends.at_high - ends.at_low)
    if not is_whole:
        return crossing
    nearest = np.round(crossing) if isinstance(crossing, np.ndarray) else float(round(crossing))
    return least(greatest(nearest, ends.low + 1.0), ends.high - 1.0)


def _narrowed(ends: Bracket, tried: Number, found: Number, tolerance: float) -> Bracket:
    """The ends with one of them at what was tried, or both where that is the root."""
    keeps = found <= 0.0
    half_low = where(ends.moved > 0.0, 0.5, 1.0)
    half_high = where(ends.moved < 0.0, 0.5, 1.0)
    return Bracket(
        low=where(found <= tolerance, tried, ends.low),
        high=where(found < -tolerance, ends.high, tried),
        at_low=where(keeps, found, ends.at_low * half_low),
        at_high=where(keeps, ends.at_high * half_high, found),
        moved=where(keeps, -1.0, 1.0),
    )
