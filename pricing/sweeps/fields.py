"""Fields of a query by dotted name: what an axis or a column of scenarios may be called."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import inf, nextafter
from types import MappingProxyType
from typing import Any, Literal, TypeVar

import polars as pl
from msgspec import Struct, inspect

from pricing.catalog.naming.fields import likely_fields
from pricing.errors import InvalidQuery, UnknownName
from pricing.quote.messages import PATTERNS

Kind = Literal["text", "number", "integer", "truth"]
Value = TypeVar("Value")

LONGEST_TEXT = 200
"""Characters that any text of a query may have: what is longer is looked up and kept nowhere."""

MOST_FIELDS = 1_000
"""Of a question: more than any has."""

TYPES: Mapping[Kind, pl.DataType] = {
    "text": pl.String(),
    "number": pl.Float64(),
    "integer": pl.Int64(),
    "truth": pl.Boolean(),
}


UNSWEPT = ("drivers", "batch_tier", "labels", "budget_usd")
"""Fields of a query that no scenario has: what they ask for is no column."""


class Field(Struct, frozen=True):
    """A leaf of a query: what may stand in it."""

    name: str
    kind: Kind
    low: float | None
    high: float | None
    choices: tuple[str, ...] = ()
    pattern: str | None = None
    shortest: int = 0

    @property
    def dtype(self) -> pl.DataType:
        """The type of a column of it."""
        return TYPES[self.kind]


@cache
def fields_of(query: type[Struct]) -> Mapping[str, Field]:
    """Every leaf of a query, in the order of its Struct.

    >>> from pricing.unit_costs.query import UnitCostQuery
    >>> fields_of(UnitCostQuery)["load.concurrency"].kind
    'number'
    """
    shape = inspect.type_info(query)
    leaves = _leaves("", shape)
    return MappingProxyType({leaf.name: leaf for leaf in leaves if leaf.name not in UNSWEPT})


def find_field(query: type[Struct], name: str, *, place: str) -> Field:
    """The field of a name. Raises UnknownName with the nearest; `place` says where it stood.

    Raises InvalidQuery for a field that scenarios do not have.
    """
    if name in UNSWEPT:
        raise InvalidQuery(
            f"rows of a sweep have no {name}: ask for one of its scenarios alone, with {name}",
            field=place,
        )
    fields = fields_of(query)
    if name not in fields:
        raise UnknownName(
            f"a query has no field {name[:200]!r}",
            field=place,
            nearest=likely_fields(name, fields) or tuple(fields)[:5],
        )
    return fields[name]


def rule_of(field: Field) -> str:
    """What is said of a value that a field cannot have.

    >>> from pricing.unit_costs.query import UnitCostQuery
    >>> rule_of(fields_of(UnitCostQuery)["utilization_fraction"])
    'is not a number between 0.0001 and 1'
    """
    if field.choices:
        return f"is not one of {', '.join(field.choices)}"
    if field.kind in {"text", "truth"}:
        words = "true or false" if field.kind == "truth" else "valid text"
        return f"is not {PATTERNS.get(field.pattern or '', words)}"
    whole = "a whole number" if field.kind == "integer" else "a number"
    match field.low, field.high:
        case None, None:
            return f"is not {whole}"
        case None, high:
            return f"is not {whole} up to {high:g}"
        case low, None:
            return f"is not {whole} from {low:g}"
        case low, high:
            return f"is not {whole} between {low:g} and {high:g}"


def _leaves(name: str, shape: inspect.Type) -> Iterator[Field]:
    low = high = pattern = None
    kind: Kind | None = None
    choices: tuple[str, ...] = ()
    shortest = 0
    for option in options_of(shape):
        if isinstance(option, inspect.StructType):
            for field in option.fields:
                below = f"{name}.{field.name}" if name else field.name
                yield from _leaves(below, field.type)
        elif isinstance(option, inspect.FloatType | inspect.IntType):
            kind = "number" if isinstance(option, inspect.FloatType) else "integer"
            low = option.ge
            high = option.le if option.lt is None else nextafter(option.lt, -inf)
        elif isinstance(option, inspect.StrType):
            kind, pattern, shortest = "text", option.pattern, option.min_length or 0
        elif isinstance(option, inspect.DateType):
            kind = "text"
        elif isinstance(option, inspect.LiteralType):
            kind, choices = "text", tuple(map(str, option.values))
        elif isinstance(option, inspect.BoolType):
            kind = "truth"
    if kind is not None:
        yield Field(name, kind, low, high, choices, pattern, shortest)


def options_of(shape: inspect.Type) -> Iterator[inspect.Type]:
    """What a type may be, without what is said about it."""
    if isinstance(shape, inspect.Metadata):
        yield from options_of(shape.type)
    elif isinstance(shape, inspect.UnionType):
        for option in shape.types:
            yield from options_of(option)
    else:
        yield shape


def bounded(fields: Iterable[tuple[str, Value]], *, place: str) -> Iterator[tuple[str, Value]]:
    """The same fields of a question. Raises InvalidQuery for more, and longer, than any has."""
    for count, (name, value) in enumerate(fields):
        if count == MOST_FIELDS:
            raise InvalidQuery(f"no question has more than {MOST_FIELDS:,} fields", field=place)
        if len(name) > LONGEST_TEXT:
            raise InvalidQuery(f"no field has a name like {name[:LONGEST_TEXT]!r}", field=place)
        yield name, value


def wholes_of(name: str, names: Container[str]) -> Iterator[str]:
    """Those of some fields that a field is a part of.

    >>> list(wholes_of("model.layers", {"model", "model.heads", "load.concurrency"}))
    ['model']
    """
    end = name.find(".")
    while 0 <= end < LONGEST_TEXT:
        if name[:end] in names:
            yield name[:end]
        end = name.find(".", end + 1)


def rivals_of(name: str, names: Collection[str]) -> tuple[str, ...]:
    """Those of some fields that say in another way what one says: its whole, or its parts.

    >>> rivals_of("model.layers", ["model", "model.heads", "load.concurrency"])
    ('model',)
    """
    return tuple(
        other for other in names if name.startswith(f"{other}.") or other.startswith(f"{name}.")
    )


def changed(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The base with its dotted names set anew; what is null, or holds nothing, is left out.

    What is set is set whatever beside it is null, and parts of it over the whole.

    >>> changed({"load": {"input_tokens": 10}}, {"load.output_tokens": 5, "purchase.option": None})
    {'load': {'input_tokens': 10, 'output_tokens': 5}}
    """
    whole = dict(base)
    for name, value in sorted(
        changes.items(), key=lambda change: (change[1] is not None, change[0])
    ):
        _set(whole, name.split("."), value)
    return whole


def _set(whole: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Set what stands at a path, or take it out."""
    name, *below = path
    if below:
        inner = whole.get(name)
        if value is None and not isinstance(inner, Mapping):
            return
        held = dict(inner) if isinstance(inner, Mapping) else {}
        _set(held, below, value)
        value = held or None
    if value is None:
        whole.pop(name, None)
    else:
        whole[name] = value
