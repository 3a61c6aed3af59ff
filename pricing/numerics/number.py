"""Numbers: floats and arrays, and the functions that take either.

A formula is written once, from operators and the functions below. Given floats it returns a
float, in well under a microsecond a step. Given numpy arrays it returns an array, at about a
microsecond a step and a nanosecond an element.

Inputs are finite: every number is bounded where it enters the program. Floats are tried first, as
a quote takes that path a hundred times. Only floats compare to True or False themselves.
"""

import math
from collections.abc import Iterable
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Number: TypeAlias = Any
"""A float or a numpy array of float64; what comes in decides what goes out."""

Array: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]

NORMAL_P90 = 1.2815515655446004
"""The 90th percentile of the standard normal distribution: 80% lie between −z and z."""


def _function(name: str, value: Number) -> Number:
    """A function of one argument, by the name that `math` and numpy share."""
    if isinstance(value, float | int):
        return float(getattr(math, name)(value))
    return getattr(np, name)(value)


def least(first: Number, second: Number) -> Number:
    """The smaller of two numbers.

    >>> least(2.0, 3.0)
    2.0
    """
    smaller = first <= second
    if smaller is True:
        return first
    if smaller is False:
        return second
    return np.minimum(first, second)


def greatest(first: Number, second: Number) -> Number:
    """The larger of two numbers.

    >>> greatest(2.0, 3.0)
    3.0
    """
    larger = first >= second
    if larger is True:
        return first
    if larger is False:
        return second
    return np.maximum(first, second)


def where(condition: Number, then: Number, otherwise: Number) -> Number:
    """`then` where the condition holds, `otherwise` elsewhere; both are evaluated.

    >>> where(1.0 > 0.0, 5.0, 7.0)
    5.0
    """
    if condition is True:
        return then
    if condition is False:
        return otherwise
    return np.where(condition, then, otherwise)


def negated(condition: Any) -> Any:
    """Where a condition does not hold.

    >>> negated(True)
    False
    """
    return not condition if isinstance(condition, bool) else ~condition


def any_of(condition: Any) -> bool:
    """Whether a condition holds, in any row.

    >>> any_of(True)
    True
    """
    if condition is True:
        return True
    if condition is False:
        return False
    return bool(condition.any())


def all_of(condition: Any) -> bool:
    """Whether a condition holds, in all rows.

    >>> all_of(False)
    False
    """
    return condition if isinstance(condition, bool) else bool(condition.all())


def otherwise(value: Number, default: Number) -> Number:
    """The value, or a default where it is absent: None, or NaN in an array.

    >>> otherwise(None, 2.0)
    2.0
    """
    if value is None:
        return default
    if default is None or isinstance(value, float | int):
        return value
    return np.where(value == value, value, default)  # noqa: PLR0124 -- NaN is not itself


def present(value: Number) -> Any:
    """Whether a number is there: not None, or where an array has no NaN.

    >>> present(None), present(0.0)
    (False, True)
    """
    if value is None or isinstance(value, float | int):
        return value is not None
    return value == value  # noqa: PLR0124 -- NaN is not itself


def known_or_none(value: float) -> float | None:
    """A float; None where it is NaN.

    >>> known_or_none(math.nan)
    """
    return None if math.isnan(value) else value


def only_where(condition: Number, value: Number) -> Number:
    """The value where the condition holds; absent elsewhere: None, or NaN in an array.

    >>> only_where(False, 5.0)
    """
    if condition is True:
        return value
    if condition is False:
        return None
    return np.where(condition, value, math.nan)


def ceil(value: Number) -> Number:
    """The next whole number up, as a float.

    >>> ceil(2.1)
    3.0
    """
    return float(math.ceil(value)) if type(value) is float else _function("ceil", value)


def floor(value: Number) -> Number:
    """The next whole number down, as a float.

    >>> floor(2.9)
    2.0
    """
    return float(math.floor(value)) if type(value) is float else _function("floor", value)


def exp(value: Number) -> Number:
    """e to the power of the value.

    >>> exp(0.0)
    1.0
    """
    return math.exp(value) if type(value) is float else _function("exp", value)


def total(values: Iterable[Number]) -> Number:
    """The sum of many values, all floats or all arrays; of floats it is rounded once.

    The built-in sum of floats rounds at every step before Python 3.12 and more finely since: what
    the same question costs must not depend on that.

    >>> total([0.1] * 10)
    1.0
    """
    following = iter(values)
    first = next(following, 0.0)
    if isinstance(first, float):
        return math.fsum(chain((first,), following))
    return sum(following, first)


def expm1(value: Number) -> Number:
    """e to the power of the value, less one, exact near 0.

    >>> expm1(1e-12)
    1.0000000000005e-12
    """
    return math.expm1(value) if type(value) is float else _function("expm1", value)


def log(value: Number) -> Number:
    """The natural logarithm of a positive value.

    >>> log(1.0)
    0.0
    """
    return math.log(value) if type(value) is float else _function("log", value)


def sqrt(value: Number) -> Number:
    """The square root of a value of at least zero.

    >>> sqrt(9.0)
    3.0
    """
    return math.sqrt(value) if type(value) is float else _function("sqrt", value)
