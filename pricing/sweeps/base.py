"""The base of a sweep: the fields that all of its scenarios share."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
import polars as pl
from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.quote.doubts.words import hint_of
from pricing.quote.messages import expected, placed
from pricing.sweeps.axes import read_value, value_of
from pricing.sweeps.fields import UNSWEPT, Field, changed, fields_of, find_field
from pricing.sweeps.query import Scalar
from pricing.sweeps.scenarios import Grid
from pricing.sweeps.table import checked


def base_of(given: Mapping[str, str], scenario: type[Struct]) -> dict[str, Scalar]:
    """The base that texts by dotted name stand for. Raises UnknownName or InvalidQuery."""
    base = {}
    for name, text in given.items():
        where = f"base.{name}"[:200]
        base[name] = read_value(find_field(scenario, name, place=where), text, where)
    return base


def flattened(
    value: Mapping[str, Any], query: type[Struct], prefix: str
) -> Iterator[tuple[str, Any]]:
    """The leaves of a base by dotted name.

    Raises UnknownName for one that is no field, and InvalidQuery for one with a wrong value.
    """
    for name, inner in value.items():
        dotted = f"{prefix}{name}"
        if dotted in UNSWEPT:
            continue  # the base may be a whole query, and its rows have none of it
        if inner is None and any(one.startswith(f"{dotted}.") for one in fields_of(query)):
            continue  # a part of the query that is left out
        if isinstance(inner, Mapping):
            yield from flattened(inner, query, f"{dotted}.")
        elif isinstance(inner, list | tuple):
            if dotted in fields_of(query):
                raise InvalidQuery(f"{dotted} has one value, not a list", field=f"base.{dotted}")
            yield dotted, inner  # neither axis nor column: what it holds, the quote checks
        else:
            where = f"base.{dotted}"[:200]
            leaf = value_of(find_field(query, dotted, place=where), inner, where)
            if leaf is not None:
                yield dotted, leaf


def is_shared(name: str, varying: Collection[str]) -> bool:
    """Whether a field of the base is that of every row, whatever stands in those that vary."""
    return not any(name == other or name.startswith(f"{other}.") for other in varying)


def check_shared(base: Mapping[str, Any], grid: Grid, scenario: type[Struct]) -> None:
    """Refuse a grid whose base is wrong in every scenario; of a wrong axis, the rows tell."""
    fields = fields_of(scenario)
    first = {name: _first_fitting(values, fields[name]) for name, values in grid.axes.items()}
    try:
        msgspec.convert(changed({}, {**base, **first}), scenario)
    except msgspec.ValidationError as error:
        text, place = placed(error)
        if any(_may_mend(values, name, place) for name, values in grid.axes.items()):
            return
        raise InvalidQuery(
            f"{expected(text)}{' at ' + place if place else ''}{hint_of(place, base.get(place))}",
            field=f"base.{place}" if place else "base",
        ) from None


def _may_mend(values: pl.Series, name: str, place: str) -> bool:
    """Whether an axis may say in another scenario what is wrong at a place, or leave it out."""
    return name == place or (name.startswith(f"{place}.") and values.null_count() > 0)


def _first_fitting(values: pl.Series, field: Field) -> Any:
    """The first value of an axis that its field may have; where it has none, the first of all."""
    fitting, _ = checked(values, field)
    place = fitting.is_not_null().arg_max() or 0
    return values[place]
