"""The columns of a kind of answer as a table: they do not depend on the question."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

import polars as pl
from msgspec import Struct, inspect

from pricing.purchasing.contracts.settlement import CONTRACT_ITEMS
from pricing.quote.answer import LABEL, Driver, LineItem
from pricing.run_costs import bill
from pricing.serving.passes.phases import PHASES
from pricing.sweeps.fields import options_of
from pricing.tco.answer import ITEMS as MONTHLY_ITEMS
from pricing.unit_costs.answer import HourlyLineItem
from pricing.unit_costs.bill import TERMS

SEPARATOR = "."

LINE_ITEMS: Mapping[type, tuple[str, ...]] = {
    HourlyLineItem: tuple(
        f"{pool}{term.name}_usd_per_hour"
        for pool in ("", *(f"{phase}_" for phase in PHASES))
        for term in TERMS
    ),
    LineItem: (
        *(f"{name}_usd" for name, *_ in bill.ITEMS),
        *(f"{name}_usd" for name in CONTRACT_ITEMS),
    ),
}
"""The columns of line items, by their Struct."""

DRIVERS = "drivers"
SHOWN_DRIVERS = 3
"""Drivers that are columns: the strongest. A workbook has all of them on a sheet of their own."""

LABELS = "labels"
"""The field of the labels of an answer, by name."""

MONTHLY = "line_items_usd"
"""The field of the line items of a month, by name."""

_TYPES: Mapping[type[inspect.Type], pl.DataType] = {
    inspect.FloatType: pl.Float64(),
    inspect.IntType: pl.Int64(),
    inspect.BoolType: pl.Boolean(),
    inspect.StrType: pl.String(),
    inspect.LiteralType: pl.String(),
}


@cache
def columns_of(kind: type[Struct]) -> Mapping[str, pl.DataType]:
    """The columns of a kind of answer by dotted name, in the order of its fields.

    Every line item of a bill is a column, and so is every list of texts. Other lists are only in
    JSON, since their length would change the columns.

    >>> from pricing.unit_costs.answer import Memory
    >>> list(columns_of(Memory))[-1]
    'checkpoint_bytes'
    """
    return MappingProxyType(dict(_columns("", inspect.type_info(kind))))


def _columns(name: str, shape: inspect.Type) -> Iterator[tuple[str, pl.DataType]]:
    """The columns of a field; of a union, those of all its types."""
    for option in options_of(shape):
        if isinstance(option, inspect.StructType):
            for field in option.fields:
                yield from _columns(_below(name, field.name), field.type)
        elif isinstance(option, inspect.VarTupleType):
            yield from _listed(name, option.item_type)
        elif isinstance(option, inspect.DictType) and name.endswith(MONTHLY):
            yield from ((_below(name, item), pl.Float64()) for item in MONTHLY_ITEMS)
        elif type(option) in _TYPES:
            yield name, _TYPES[type(option)]


def _listed(name: str, item: inspect.Type) -> Iterator[tuple[str, pl.DataType]]:
    """The columns of a list: joined texts, or line items side by side."""
    if isinstance(item, inspect.StrType):
        yield name, pl.String()
    elif isinstance(item, inspect.StructType):
        for own in LINE_ITEMS.get(item.cls, ()):
            yield _below(name, own), pl.Float64()


def level_cells(found: Mapping[str, Any]) -> Mapping[str, float]:
    """The amounts that a cost stays within, by the percentiles that were asked for.

    >>> level_cells({"levels": [{"confidence_fraction": 0.975, "usd": 7.0}]})
    {'p97.5_usd': 7.0}
    """
    return {f"p{100.0 * one['confidence_fraction']:g}_usd": one["usd"] for one in found["levels"]}


def level_columns(found: Mapping[str, Any] | None, *places: str) -> dict[str, pl.DataType]:
    """The columns of those amounts below each of some names."""
    names = level_cells(found) if found else ()
    return {_below(place, name): pl.Float64() for place in places for name in names}


def driver_columns() -> Mapping[str, pl.DataType]:
    """The columns of the strongest drivers, by their places."""
    of_one = columns_of(Driver)
    return {
        _below(f"{DRIVERS}{SEPARATOR}{place}", name): dtype
        for place in range(1, SHOWN_DRIVERS + 1)
        for name, dtype in of_one.items()
    }


def beside_labels(
    rows: Sequence[Mapping[str, Any]],
    columns: Mapping[str, pl.DataType | None],
    labels: Mapping[str, str],
) -> tuple[Sequence[Mapping[str, Any]], Mapping[str, pl.DataType | None]]:
    """Rows and columns with the labels of an answer before them."""
    if not labels:
        return rows, columns
    own = {f"{LABEL}{name}": text for name, text in labels.items()}
    kinds = dict.fromkeys(own, pl.String())
    return [{**own, **row} for row in rows], {**kinds, **columns} if columns else columns


def _below(name: str, inner: str) -> str:
    return f"{name}{SEPARATOR}{inner}" if name else inner


def flat(value: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The plain values of nested objects by dotted name.

    Line items have columns by name. Lists of texts are joined. Other lists are only in JSON.

    >>> flat({"price": {"usd": 1.0}, "warnings": ["a", "b"]})
    {'price.usd': 1.0, 'warnings': 'a; b'}
    """
    found: dict[str, Any] = {}
    for name, inner in value.items():
        if isinstance(inner, Mapping):
            found |= flat(inner, f"{prefix}{name}{SEPARATOR}")
        elif name == "line_items":
            for item in inner:
                usd = item.get("usd_per_hour", item.get("usd"))
                kind = "usd_per_hour" if "usd_per_hour" in item else "usd"
                found[f"{prefix}{name}{SEPARATOR}{item['name']}_{kind}"] = usd
        elif isinstance(inner, list | tuple):
            if all(isinstance(part, str) for part in inner):
                found[f"{prefix}{name}"] = "; ".join(inner) or None
        else:
            found[f"{prefix}{name}"] = inner
    return found
