"""Axes: lists and ranges of values, as columns of the field's type."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from math import floor, isfinite, log

import msgspec
import polars as pl

from pricing.errors import InvalidQuery
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


def grid_of(
    axes: Mapping[str, Sequence[Scalar] | Range],
    find: Callable[[str], Field],
    check: Callable[[int], None],
) -> Grid:
    """The grid of some axes.

    find: the field of a name, or a refusal; check: refuses so many scenarios, before the values
    of further axes are laid out. Raises UnknownName, or InvalidQuery for values that the field
    cannot have.
    """
    columns = {}
    count = 1
    for name, given in axes.items():
        field = find(name)
        values = ranged(field, given) if isinstance(given, Range) else given
        count *= len(values)
        check(count)
        columns[name] = _column(field, values)
    for name in columns:
        within, _, _ = name.rpartition(".")
        if within in columns:
            raise InvalidQuery(
                f"axes {within!r} and {name!r} say the same twice", field=f"axes.{name}"
            )
    return Grid(columns)


def ranged(field: Field, given: Range) -> list[Scalar]:
    """The values of a range. Raises InvalidQuery for one without an end or without a meaning."""
    where = f"axes.{field.name}"
    spacings = (given.step, given.factor, given.count)
    if sum(spacing is not None for spacing in spacings) != 1:
        raise InvalidQuery("a range has one of step, factor and count", field=where)
    first, last = given.first, given.last
    if isinstance(first, str) or isinstance(last, str):
        if field.name != DAY_FIELD or not (isinstance(first, str) and isinstance(last, str)):
            raise InvalidQuery(
                "a range goes from a number to a number, or from a day to a day of as_of",
                field=where,
            )
        days = _days(first, last, where)
        return [
            (date.fromisoformat(first) + timedelta(days=round(offset))).isoformat()
            for offset in _spaced(0.0, float(days), given, where)
        ]
    if field.kind in {"text", "truth"}:
        raise InvalidQuery(f"{field.name} is no number: list its values", field=where)
    return list(_spaced(first, last, given, where))


def _spaced(first: float, last: float, given: Range, where: str) -> list[float]:
    if given.count is not None:
        width = (last - first) / (given.count - 1)
        return [first + width * index for index in range(given.count - 1)] + [last]
    if last < first:
        raise InvalidQuery("a range ends where it begins or after", field=where)
    if given.step is not None:
        steps = _whole((last - first) / given.step, where)
        return [first + given.step * index for index in range(steps + 1)]
    factor = given.factor or 1.0
    if first <= 0.0:
        raise InvalidQuery("a range by a factor begins above 0", field=where)
    steps = _whole(log(last / first) / log(factor), where)
    return [first * factor**index for index in range(steps + 1)]


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


def _column(field: Field, values: Sequence[Scalar]) -> pl.Series:
    where = f"axes.{field.name}"
    if not values:
        raise InvalidQuery("an axis has at least one value", field=where)
    if len(values) > LONGEST_AXIS:
        raise InvalidQuery(f"an axis has at most {LONGEST_AXIS} values", field=where)
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
        raise InvalidQuery(f"{shown} {rule_of(field)}", field=where)
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
