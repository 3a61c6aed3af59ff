"""The helpers that let one formula serve two kinds of number.

A formula is written once, from operators and the functions below. Given floats it
returns a float, in well under a microsecond a step; given polars expressions it returns
an expression, which a frame then evaluates in parallel over millions of rows.

Inputs are finite and never null: every number is bounded where it enters the program.
Floats are tried first, as a quote takes that path a hundred times: an expression has no truth
value and is no number to `math`, which both say by a TypeError.
"""

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import polars as pl

Number: TypeAlias = Any
"""A float or a polars expression; what comes in decides what goes out."""

NORMAL_P90 = 1.2815515655446004
"""The 90th percentile of the standard normal distribution: 80% lie between −z and z."""


def least(first: Number, second: Number) -> Number:
    """The smaller of two numbers.

    >>> least(2.0, 3.0)
    2.0
    """
    try:
        return first if first <= second else second
    except TypeError:
        return pl.min_horizontal(first, second)


def greatest(first: Number, second: Number) -> Number:
    """The larger of two numbers.

    >>> greatest(2.0, 3.0)
    3.0
    """
    try:
        return first if first >= second else second
    except TypeError:
        return pl.max_horizontal(first, second)


def where(condition: Number, then: Number, otherwise: Number) -> Number:
    """`then` where the condition holds, `otherwise` elsewhere; both are evaluated.

    >>> where(1.0 > 0.0, 5.0, 7.0)
    5.0
    """
    try:
        return then if condition else otherwise
    except TypeError:
        return pl.when(condition).then(then).otherwise(otherwise)


def ceil(value: Number) -> Number:
    """The next whole number up, as a float.

    >>> ceil(2.1)
    3.0
    """
    try:
        return float(math.ceil(value))
    except TypeError:
        return value.ceil()


def floor(value: Number) -> Number:
    """The next whole number down, as a float.

    >>> floor(2.9)
    2.0
    """
    try:
        return float(math.floor(value))
    except TypeError:
        return value.floor()


def exp(value: Number) -> Number:
    """e to the power of the value.

    >>> exp(0.0)
    1.0
    """
    try:
        return math.exp(value)
    except TypeError:
        return value.exp()


def exps(values: Sequence[Number]) -> list[Number]:
    """e to the power of each of many values, all floats or all expressions.

    >>> exps([0.0, 0.0])
    [1.0, 1.0]
    """
    try:
        return list(map(math.exp, values))
    except TypeError:
        return [value.exp() for value in values]


def expm1(value: Number) -> Number:
    """e to the power of the value, less one, exact near 0.

    Expressions have no such function: they take tanh(x/2) · (eˣ + 1), which is the same.

    >>> expm1(1e-12)
    1.0000000000005e-12
    """
    try:
        return math.expm1(value)
    except TypeError:
        return (value / 2.0).tanh() * (value.exp() + 1.0)


def log(value: Number) -> Number:
    """The natural logarithm of a positive value.

    >>> log(1.0)
    0.0
    """
    try:
        return math.log(value)
    except TypeError:
        return value.log()


def sqrt(value: Number) -> Number:
    """The square root of a value of at least zero.

    >>> sqrt(9.0)
    3.0
    """
    try:
        return math.sqrt(value)
    except TypeError:
        return value.sqrt()
