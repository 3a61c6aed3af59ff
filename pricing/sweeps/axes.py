"""Axes: lists and ranges of values, as columns of the field's type."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from math import floor, isfinite, log

import msgspec
import polars as pl

from pricing.errors import InvalidQuery
from pricing.quote.doubts.words import hint_of
from pricing.quote.messages import LONGEST
from pricing.sweeps.fields import LONGEST_TEXT, Field, rule_of
from pricing.sweeps.query import Range, Scalar
from pricing.sweeps.scenarios import Grid

DAY_FIELD = "as_of"

SLACK = 1e-9
"""Of a step: a range ends at its last value although steps do not add up to it exactly."""

LARGEST = sys.float_info.max
"""The largest number that any field may hold."""

LONGEST_AXIS = 1_000_000


def count_of(
    axes: Mapping[str, Sequence[Scalar] | Range],
    find: Callable[[str], Field],
    check: Callable[[int], None],
) -> int:
    """How many scenarios some axes have, by arithmetic: nothing is laid out. Raises as grid_of."""
    count = 1
    for name, given in axes.items():
        field = find(name)
        length = _steps(field, given) + 1 if isinstance(given, Range) else len(given)
        _check_length(length, f"axes.{field.name}")
        count *= length
        check(count)
    return count


def grid_of(
    axes: Mapping[str, Sequence[Scalar] | Range],
    find: Callable[[str], Field],
    check: Callable[[int], None],
) -> Grid:
    """The grid of some axes.

    find: the field of a name, or a refusal; check: refuses so many scenarios, before values are
    laid out. Raises UnknownName, or InvalidQuery for values that the field cannot have.
    """
    count_of(axes, find, check)
    columns = {}
    for name, given in axes.items():
        field = find(name)
        if isinstance(given, Range):
            columns[name] = _spaced_column(field, given)
        else:
            columns[name] = _column(field, given)
    for name in columns:
        within, _, _ = name.rpartition(".")
        if within in columns:
            raise InvalidQuery(
                f"axes {within!r} and {name!r} say the same twice", field=f"axes.{name}"
            )
    return Grid(columns)


def ranged(field: Field, given: Range) -> pl.Series:
    """The values of a range. Raises InvalidQuery for one without an end or without a meaning."""
    steps = _steps(field, given)
    values = _spaced(*_ends(field, given), given, steps)
    if isinstance(given.first, str):
        days = values.round(0, mode="half_to_even").cast(pl.Int64)
        since = pl.lit(date.fromisoformat(given.first))
        return pl.select(since + pl.duration(days=pl.lit(days))).to_series().cast(pl.String)
    return values


def _ends(field: Field, given: Range) -> tuple[float, float]:
    """The first and the last number of a range; between days, 0 and the days to the last."""
    where = f"axes.{field.name}"
    first, last = given.first, given.last
    if isinstance(first, str) or isinstance(last, str):
        if field.name != DAY_FIELD or not (isinstance(first, str) and isinstance(last, str)):
            raise InvalidQuery(
                "a range goes from a number to a number, or from a day to a day of as_of",
                field=where,
            )
        return 0.0, float(_days(first, last, where))
    if field.kind in {"text", "truth"}:
        raise InvalidQuery(f"{field.name} is no number: list its values", field=where)
    return first, last


def _steps(field: Field, given: Range) -> int:
    """The steps of a range. Raises as ranged does."""
    where = f"axes.{field.name}"
    spacings = (given.step, given.factor, given.count)
    if sum(spacing is not None for spacing in spacings) != 1:
        raise InvalidQuery("a range has one of step, factor and count", field=where)
    first, last = _ends(field, given)
    if given.count is not None:
        return given.count - 1
    if last < first:
        raise InvalidQuery("a range ends where it begins or after", field=where)
    if given.step is not None:
        return _whole((last - first) / given.step, where)
    if first <= 0.0:
        raise InvalidQuery("a range by a factor begins above 0", field=where)
    return _whole(log(last / first) / log(given.factor or 1.0), where)


def _spaced(first: float, last: float, given: Range, steps: int) -> pl.Series:
    """The values of a range of numbers with so many steps."""
    if given.factor is not None:
        return pl.Series([first * given.factor**index for index in range(steps + 1)])
    step = (last - first) / steps if given.step is None else given.step
    values = pl.int_range(steps + 1, eager=True).cast(pl.Float64) * step + first
    return values if given.step is not None else values.scatter(steps, last)


def _whole(steps: float, where: str) -> int:
    """The whole steps of a range. Raises InvalidQuery for more than an axis may have."""
    if steps >= LONGEST_AXIS:
        raise InvalidQuery(f"an axis has at most {LONGEST_AXIS} values", field=where)
    return floor(steps + SLACK)


def _days(first: str, last: str, where: str) -> int:
    try:
        return (date.fromisoformat(last) - date.fromisoformat(first)).days
    except ValueError:
        raise InvalidQuery(
            f"{first!r} to {last!r} are not days of the calendar", field=where
        ) from None


def _check_length(length: int, where: str) -> None:
    if not length:
        raise InvalidQuery("an axis has at least one value", field=where)
    if length > LONGEST_AXIS:
        raise InvalidQuery(f"an axis has at most {LONGEST_AXIS} values", field=where)


def _spaced_column(field: Field, given: Range) -> pl.Series:
    """The column of a range. Where its ends may be, the numbers between may be too."""
    values = ranged(field, given)
    if values.dtype != pl.String:
        is_even = values.is_finite().all() and (
            field.kind != "integer" or (values == values.floor()).all()
        )
        for value in (values[0], values[-1]) if is_even else values:
            value_of(field, value, f"axes.{field.name}")
    return values.alias(field.name).cast(field.dtype)


def _column(field: Field, values: Sequence[Scalar]) -> pl.Series:
    where = f"axes.{field.name}"
    return pl.Series(
        field.name, [value_of(field, value, where) for value in values], dtype=field.dtype
    )


def value_of(field: Field, value: Scalar, where: str) -> Scalar:
    """A value in the field's type. Raises InvalidQuery for one that it cannot have."""
    if value is None or (field.kind == "truth" and isinstance(value, bool)):
        return value
    if field.kind == "text" and isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise InvalidQuery(f"text has at most {LONGEST_TEXT} characters here", field=where)
        return value
    if field.kind not in {"number", "integer"} or isinstance(value, str | bool):
        expected = {"text": "text", "truth": "true or false"}.get(field.kind, "a number")
        shown = value[:LONGEST] if isinstance(value, str) else value
        raise InvalidQuery(f"{shown!r} is not {expected}", field=where)
    # An integer of hundreds of digits is no float: it is compared as it is.
    outside = (value < -LARGEST if field.low is None else value < field.low) or (
        value > (LARGEST if field.high is None else field.high)
    )
    if outside or not isfinite(value) or (field.kind == "integer" and value != int(value)):
        shown = f"{value:g}" if abs(value) <= LARGEST else "a number this long"
        raise InvalidQuery(f"{shown} {rule_of(field)}{hint_of(field.name, value)}", field=where)
    return int(value) if field.kind == "integer" else value


def read_value(field: Field, text: str, where: str) -> Scalar:
    """A value that is written as text, nothing for an empty one. Raises as value_of does."""
    if not text:
        return None
    value: Scalar = text
    if field.kind != "text":
        with suppress(msgspec.ValidationError):
            value = msgspec.convert(text, bool if field.kind == "truth" else float, strict=False)
    return value_of(field, value, where)
