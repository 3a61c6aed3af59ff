"""Fields of a query by dotted name: what an axis or a column of scenarios may be called."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

import polars as pl
from msgspec import NODEFAULT, Struct, inspect

from pricing.catalog.names import nearest
from pricing.errors import UnknownName

Kind = Literal["text", "number", "integer", "truth"]

TYPES: Mapping[Kind, pl.DataType] = {
    "text": pl.String(),
    "number": pl.Float64(),
    "integer": pl.Int64(),
    "truth": pl.Boolean(),
}


class Field(Struct, frozen=True):
    """A leaf of a query: what may stand in it, and what stands in it where it is left out."""

    name: str
    kind: Kind
    low: float | None
    high: float | None
    default: Any
    choices: tuple[str, ...] = ()
    pattern: str | None = None

    @property
    def dtype(self) -> pl.DataType:
        """The type of a column of it."""
        return TYPES[self.kind]


@cache
def fields_of(query: type[Struct]) -> Mapping[str, Field]:
    """Every leaf of a query, in the order of its Struct.

    >>> from pricing.quotes.queries import UnitCostQuery
    >>> fields_of(UnitCostQuery)["load.concurrency"].kind
    'number'
    """
    shape = inspect.type_info(query)
    return MappingProxyType({field.name: field for field in _leaves("", shape, None)})


def find_field(query: type[Struct], name: str, *, place: str) -> Field:
    """The field of a name. Raises UnknownName with the nearest; `place` says where it stood."""
    fields = fields_of(query)
    if name not in fields:
        raise UnknownName(
            f"a query has no field {name[:200]!r}",
            field=place,
            nearest=nearest(name, fields) or tuple(fields)[:5],
        )
    return fields[name]


def _leaves(name: str, shape: inspect.Type, default: object) -> Iterator[Field]:
    low = high = pattern = None
    kind: Kind | None = None
    choices: tuple[str, ...] = ()
    for option in _options(shape):
        if isinstance(option, inspect.StructType):
            for field in option.fields:
                below = f"{name}.{field.name}" if name else field.name
                yield from _leaves(
                    below, field.type, None if field.default is NODEFAULT else field.default
                )
        elif isinstance(option, inspect.FloatType | inspect.IntType):
            kind = "number" if isinstance(option, inspect.FloatType) else "integer"
            low, high = option.ge, option.le
        elif isinstance(option, inspect.StrType):
            kind, pattern = "text", option.pattern
        elif isinstance(option, inspect.LiteralType):
            kind, choices = "text", tuple(map(str, option.values))
        elif isinstance(option, inspect.BoolType):
            kind = "truth"
    if kind is not None:
        yield Field(name, kind, low, high, default, choices, pattern)


def _options(shape: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(shape, inspect.Metadata):
        yield from _options(shape.type)
    elif isinstance(shape, inspect.UnionType):
        for option in shape.types:
            yield from _options(option)
    else:
        yield shape


def changed(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The base with its dotted names set anew; what is null is left out.

    >>> changed({"load": {"input_tokens": 10}}, {"load.output_tokens": 5, "as_of": None})
    {'load': {'input_tokens': 10, 'output_tokens': 5}}
    """
    whole = dict(base)
    for name, value in changes.items():
        place = whole
        *path, last = name.split(".")
        for part in path:
            inner = place.get(part)
            place[part] = dict(inner) if isinstance(inner, Mapping) else {}
            place = place[part]
        if value is None:
            place.pop(last, None)
        else:
            place[last] = value
    return whole
