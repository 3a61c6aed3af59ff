"""Searches for a root, for a float or for all rows at once: Illinois, secants, a bisection.

Rows that are found drop out of the search, so that a round costs what is left of it.
"""

from collections.abc import Callable
from functools import partial
from math import inf, nan
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.numerics.number import Number, floor, greatest, least, where
from pricing.pauses import pause

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


class Secant(Struct, gc=False):
    """Where the last whole number lies that keeps what is allowed: from `low` on, below `high`.

    last: the number that was tried last; other: of those before it, the one whose excess is nearer
    to 0; at_*: the excess there; planned: what is tried next, if it is between the ends.
    """

    low: Number
    high: Number
    other: Number
    last: Number
    at_other: Number
    at_last: Number
    planned: Number


Ends = TypeVar("Ends", Bracket, Secant)

MIDDLE_ROUNDS, FIRST_MIDDLE = 3, 6
"""Of a search along secants, from its sixth round on every third tries the middle."""


def illinois(
    excess: Excess,
    low: Number,
    high: Number,
    at_low: Number,
    at_high: Number,
    *,
    rounds: int,
    tolerance: float = 0.0,
) -> Bracket:
    """The root of an excess that rises from at most 0 at `low`; `high` where it never does.

    x = (low · f(high) − high · f(low)) / (f(high) − f(low)), and an end that stays twice counts
    half.

    at_low, at_high: the excess at the ends; rounds: the most values that are tried; tolerance: an
    excess this close to 0 is a root. Floats, or arrays with an element a row. Where the excess
    leaps past 0, the ends close in on the leap.
    Source: regula falsi after Illinois (Dowell and Jarratt 1971, doi:10.1007/BF01934364).

    >>> found = illinois(lambda x, _: x * x - 2.0, 0.0, 2.0, -2.0, 2.0, rounds=40, tolerance=1e-12)
    >>> round(found.low, 9)
    1.414213562
    """
    ends = Bracket(where(at_high <= 0.0, high, low), high, at_low, at_high)
    narrowed = partial(_narrowed, tolerance=tolerance)
    return _closed_in(ends, at_high, excess, _crossing, narrowed, rounds=rounds, least_width=0.0)


def last_kept(
    excess: Excess,
    low: Number,
    high: Number,
    at_low: Number,
    at_high: Number,
    *,
    rounds: int,
    planned: Number = nan,
) -> Number:
    """The last whole number that keeps what is allowed; `high` where it does.

    x = b − f(b) · (b − a) / (f(b) − f(a)), b the last that was tried, a the best before it

    excess: rises from at most 0 at `low`; at_low, at_high: the excess at the ends; rounds: the most
    numbers that are tried; planned: the first of them, if it is between the ends. Floats, or arrays
    with an element a row.
    Source: the secant method, kept between ends (Dekker 1969).

    >>> ends = {"low": 1.0, "high": 100.0, "at_low": -199.0, "at_high": 9800.0}
    >>> last_kept(lambda x, _: x * x - 200.0, **ends, rounds=24, planned=10.0)
    14.0
    """
    begun = where(at_high <= 0.0, high, low)
    ends = Secant(begun, high, low, high, at_low, at_high, planned)
    return _closed_in(ends, at_high, excess, _along, _passed, rounds=rounds, least_width=1.0).low


def _closed_in(
    ends: Ends,
    at_high: Number,
    excess: Excess,
    following: Callable[[Ends, int], Number],
    narrowed: Callable[[Ends, Number, Number], Ends],
    *,
    rounds: int,
    least_width: float,
) -> Ends:
    """The ends of a search when they are that close; following: what is tried next."""
    pause()
    if not isinstance(at_high, np.ndarray):
        for number in range(rounds):
            if ends.high - ends.low <= least_width:
                break
            tried = following(ends, number)
            ends = narrowed(ends, tried, excess(tried, None))
        return ends
    kind, names = type(ends), ends.__struct_fields__
    whole = kind(
        *(np.broadcast_to(getattr(ends, name), at_high.shape).astype(float) for name in names)
    )
    for number in range(rounds):
        rows = np.flatnonzero(whole.high - whole.low > least_width)
        if not len(rows):
            break
        part = kind(*(getattr(whole, name)[rows] for name in names))
        tried = following(part, number)
        part = narrowed(part, tried, excess(tried, rows))
        for name in names:
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
    pause()
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


def _crossing(ends: Bracket, _: int) -> Number:
    """Where the line between the ends crosses zero."""
    return (ends.low * ends.at_high - ends.high * ends.at_low) / (ends.at_high - ends.at_low)


def _along(ends: Secant, number: int) -> Number:
    """A whole number between the ends, near where the line through two that were tried crosses 0.

    In its stead what is planned, or the middle where the line crosses outside.
    """
    low, high, tried = ends.low, ends.high, (ends.low + ends.high) / 2.0
    if number < FIRST_MIDDLE or number % MIDDLE_ROUNDS:
        rise = ends.at_last - ends.at_other
        rise = where(rise == 0.0, inf, rise)
        crossing = ends.last - ends.at_last * (ends.last - ends.other) / rise
        tried = where((low < crossing) & (crossing < high), crossing, tried)
    if number == 0:
        tried = where((low < ends.planned) & (ends.planned < high), ends.planned, tried)
    nearest = np.round(tried) if isinstance(tried, np.ndarray) else float(round(tried))
    return least(greatest(nearest, low + 1.0), high - 1.0)


def _passed(ends: Secant, tried: Number, found: Number) -> Secant:
    """The ends with one of them at what was tried."""
    keeps, is_nearer = found <= 0.0, abs(ends.at_last) <= abs(ends.at_other)
    return Secant(
        low=where(keeps, tried, ends.low),
        high=where(keeps, ends.high, tried),
        other=where(is_nearer, ends.last, ends.other),
        last=tried,
        at_other=where(is_nearer, ends.at_last, ends.at_other),
        at_last=found,
        planned=ends.planned,
    )


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
