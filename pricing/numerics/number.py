"""The helpers that let one formula serve every kind of number.

A formula is written once, from operators and the functions below. Given floats it
returns a float, in well under a microsecond a step; given polars expressions it returns
an expression, which a frame then evaluates in parallel over millions of rows; given numpy
arrays it returns an array, at a few microseconds a step for the thousands of hours of a
horizon, which are too few to be worth a query of a frame (docs/adr/0047).

Inputs are finite and never null: every number is bounded where it enters the program.
Floats are tried first, as a quote takes that path a hundred times. Nothing else compares to
True or False themselves. numpy is imported by whoever brings an array.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from itertools import chain
from types import ModuleType
from typing import Any, TypeAlias

import polars as pl

Number: TypeAlias = Any
"""A float, a polars expression or a numpy array; what comes in decides what goes out."""

NORMAL_P90 = 1.2815515655446004
"""The 90th percentile of the standard normal distribution: 80% lie between −z and z."""


_SHARING: ContextVar[Callable[[pl.Expr], pl.Expr] | None] = ContextVar("_SHARING", default=None)


@contextmanager
def sharing(keep: Callable[[pl.Expr], pl.Expr]) -> Iterator[None]:
    """While it lasts, `shared` hands expressions to `keep`, and gives what that answers."""
    token = _SHARING.set(keep)
    try:
        yield
    finally:
        _SHARING.reset(token)


def shared(value: Number) -> Number:
    """The same value, for a formula that uses it more than once.

    A formula of expressions is a tree, so that what stands in it twice is worked out twice.
    Where a sweep is being written (pricing.sweeps.sheet), such a part becomes a column,
    and the formula goes on with the column.

    >>> shared(2.0)
    2.0
    """
    if type(value) is float:
        return value
    keep = _SHARING.get() if isinstance(value, pl.Expr) else None
    return value if keep is None else keep(value)


@cache
def _arrays() -> ModuleType:
    import numpy as np  # noqa: PLC0415 -- only where an array has come in

    return np


def _function(name: str, value: Number) -> Number:
    """A function of one argument, by the name that `math`, expressions and numpy share."""
    if isinstance(value, float | int):
        return float(getattr(math, name)(value))
    if isinstance(value, pl.Expr):
        return getattr(value, name)()
    return getattr(_arrays(), name)(value)


def _expressed(*values: Number) -> bool:
    return any(isinstance(value, pl.Expr) for value in values)


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
    if _expressed(first, second):
        return pl.min_horizontal(first, second)
    return _arrays().minimum(first, second)


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
    if _expressed(first, second):
        return pl.max_horizontal(first, second)
    return _arrays().maximum(first, second)


def where(condition: Number, then: Number, otherwise: Number) -> Number:
    """`then` where the condition holds, `otherwise` elsewhere; both are evaluated.

    >>> where(1.0 > 0.0, 5.0, 7.0)
    5.0
    """
    if condition is True:
        return then
    if condition is False:
        return otherwise
    if _expressed(condition):
        return pl.when(condition).then(then).otherwise(otherwise)
    return _arrays().where(condition, then, otherwise)


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
    return condition if isinstance(condition, bool) else bool(condition.any())


def all_of(condition: Any) -> bool:
    """Whether a condition holds, in all rows.

    >>> all_of(False)
    False
    """
    return condition if isinstance(condition, bool) else bool(condition.all())


def otherwise(value: Number, default: Number) -> Number:
    """The value, or a default where it is absent: None, NaN in an array or null in a column.

    >>> otherwise(None, 2.0)
    2.0
    """
    if value is None:
        return default
    if default is None or isinstance(value, float | int):
        return value
    if isinstance(value, pl.Expr):
        return value.fill_null(default)
    return _arrays().where(value == value, value, default)  # noqa: PLR0124 -- NaN is not itself


def present(value: Number) -> Any:
    """Whether a number is there: not None, or where an array has no NaN.

    >>> present(None), present(0.0)
    (False, True)
    """
    if value is None or isinstance(value, float | int):
        return value is not None
    return value == value  # noqa: PLR0124 -- NaN is not itself


def only_where(condition: Number, value: Number) -> Number:
    """The value where the condition holds; absent elsewhere: None, or NaN in an array.

    >>> only_where(False, 5.0)
    """
    if condition is True:
        return value
    if condition is False:
        return None
    return _arrays().where(condition, value, math.nan)


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

    Expressions have no such function: they take tanh(x/2) · (eˣ + 1), which is the same.

    >>> expm1(1e-12)
    1.0000000000005e-12
    """
    if type(value) is float:
        return math.expm1(value)
    if isinstance(value, pl.Expr):
        value = shared(value)
        return _function("tanh", value / 2.0) * (_function("exp", value) + 1.0)
    return _function("expm1", value)


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
