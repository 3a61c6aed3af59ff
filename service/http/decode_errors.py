"""Turns an error of decoding into a refusal: the reason, the field and the nearest values.

msgspec words its errors for developers ("… - at `$.purchases[0].option`").
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NoReturn, get_type_hints

import msgspec
from msgspec import Struct, inspect

from pricing.catalog.names import ranked
from pricing.catalog.naming.fields import likely_fields, meant_fields
from pricing.quote.doubts.words import hint_of
from pricing.quote.messages import expected
from pricing.sweeps.fields import options_of
from service.http.problems import Refused

_WHERE = " - at `$"
_KEY_WHERE = " - at `key` in `$"
"""Where it stands that a key is wrong, and not a value."""

MOST_LEVELS = 64
"""Levels of objects and lists in a body, ten times those of a question."""

_NAMED = re.compile(
    r"Object (?P<what>contains unknown|missing required) field `(?P<name>.*)`", re.DOTALL
)
_NOT_ONE_OF = re.compile(r"Invalid enum value '(?P<value>.*)'", re.DOTALL)
_LONGEST_QUOTE = 100
_ANY_KEY = "*"
"""A step into an object whose keys the caller chooses."""
_DEEPEST = 5
"""Levels of a query that are searched for a field."""
MOST_PLACES = 3
"""Most places elsewhere in a query that are told for a field that stands wrongly."""


def refuse(
    error: msgspec.ValidationError,
    asked: type[Struct],
    given: Any = None,
    *,
    posted: type[Struct] | None = None,
) -> NoReturn:
    """Raise the refusal of a value that does not match the Struct.

    given: the value as plain data, where it is known; posted: for parameters, the Struct that a
    POST to the same path takes.
    """
    text, _, path = str(error).replace(_KEY_WHERE, _WHERE).partition(_WHERE)
    steps = _steps(path.rstrip("`"))
    if _ANY_KEY in steps:
        steps = _keyed(steps, asked, given)
    near: Sequence[str] = ()
    if named := _NAMED.fullmatch(text):
        name = named["name"][:_LONGEST_QUOTE]
        if named["what"] == "contains unknown":
            text, near = _unknown(name, asked, steps, posted)
        else:
            text = f"{name!r} is required"
        steps = (*steps, name)
    elif _at(given, steps) == "" and len(steps) == 1:
        text = "is empty: leave it out, or give a value"
    elif chosen := _NOT_ONE_OF.fullmatch(text):
        value = chosen["value"][:_LONGEST_QUOTE]
        nodes = (one for one in _nodes(asked, steps) if isinstance(one, inspect.LiteralType))
        choices = [str(choice) for node in nodes for choice in node.values]
        near = ranked(value, choices)
        text = f"{value!r} is not one of {', '.join(choices)}"
    else:
        value = _at(given, steps)
        text = expected(text, value)
        text += hint_of(_place(steps), value)
    raise Refused("invalid-request", text, field=_place(steps) or None, nearest=near) from error


def with_integers(value: Any) -> Any:
    """The same plain values, with integers for numbers without a fraction.

    >>> with_integers({"device_count": 8.0, "load": [0.5]})
    {'device_count': 8, 'load': [0.5]}
    """
    if isinstance(value, dict):
        return {name: with_integers(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_integers(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def check_keys(body: bytes) -> None:
    """Refuse an object that has a key twice: a decoder keeps the last of them alone.

    Refuses a body that is nested deeper than any question, too: whoever takes it goes down with it.

    Every key comes with a colon. Decoded and encoded again, a body that lost a key has fewer of
    them, unless an escape hides one: only then is every key compared.
    """
    plain = msgspec.json.decode(body)
    if body.count(b"[") + body.count(b"{") > MOST_LEVELS:
        _check_levels(plain)
    again = msgspec.json.encode(plain)
    if b"\\" in body or again.count(b":") != body.count(b":"):
        json.loads(body, object_pairs_hook=_once)


def _check_levels(plain: Any) -> None:
    """Refuse what is nested too deeply."""
    level = [plain]
    for _ in range(MOST_LEVELS):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise Refused("malformed-json", f"The body is nested deeper than {MOST_LEVELS} levels.")


def _once(pairs: list[tuple[str, Any]]) -> None:
    """Refuse an object with a repeated key."""
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise Refused("invalid-request", "The field is repeated.", field=name[:100])
        seen.add(name)


def _unknown(
    name: str, asked: type[Struct], steps: tuple[str, ...], posted: type[Struct] | None
) -> tuple[str, tuple[str, ...]]:
    """The reason for an unknown field, and the fields that may be meant."""
    own = [field for node in _nodes(asked, steps) for field in _field_names(node)]
    meant = tuple(one for one in meant_fields(name) if one in own)
    if meant:
        return f"unknown field {name!r}", meant
    within = asked if posted is None else posted
    places = [place for one in meant_fields(name) for place in _places(within, one)]
    if posted is None:
        near = tuple(places[:MOST_PLACES]) or likely_fields(name, own)
        return f"unknown field {name!r}", near
    if places:
        return f"unknown parameter {name!r}: send a POST with {places[0]}", ()
    return f"unknown parameter {name!r}", likely_fields(name, own)


def _places(asked: type[Struct], name: str) -> list[str]:
    """The places of a field in a query, dotted, the shortest first; in a list, its first item.

    >>> from pricing.unit_costs.query import UnitCostQuery
    >>> _places(UnitCostQuery, "region")[0]
    'purchase.region'
    """
    every = every_field("", type_info(asked), _DEEPEST)
    return sorted((place for place, last in every if last == name), key=lambda one: one.count("."))


def every_field(place: str, shape: inspect.Type, levels: int) -> Iterator[tuple[str, str]]:
    """The fields below a place of a query, dotted, each with its last name; in a list, `[0]`."""
    for node in options_of(shape):
        if isinstance(node, inspect.VarTupleType):
            yield from every_field(f"{place}[0]", node.item_type, levels)
        elif isinstance(node, inspect.StructType) and levels:
            for field in node.fields:
                below = f"{place}.{field.encode_name}".lstrip(".")
                yield below, field.encode_name
                yield from every_field(below, field.type, levels - 1)


def _at(given: Any, steps: Sequence[str]) -> Any:
    """The value at a place in plain data; None where there is none."""
    for step in steps:
        if isinstance(given, list) and step.isdecimal():
            given = given[int(step)]
        elif isinstance(given, Mapping):
            given = given.get(step)
        else:
            return None
    return given


def _keyed(steps: tuple[str, ...], asked: type[Struct], given: Any) -> tuple[str, ...]:
    """The steps with the key of the bad value; the steps before it where it is not known."""
    first, *below = steps
    hint = get_type_hints(asked, include_extras=True).get(first)
    values = _at(given, (first,))
    if below[:1] == [_ANY_KEY] and isinstance(values, Mapping):
        items = list(values.items())
        while len(items) > 1:
            half = items[: len(items) // 2]
            items = items[len(half) :] if _matches(dict(half), hint) else half
        for key, value in items:
            if not _matches({key: value}, hint):
                return (first, key[:_LONGEST_QUOTE], *below[1:])
    return steps[: steps.index(_ANY_KEY)]


def _matches(value: Any, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True


def _steps(path: str) -> tuple[str, ...]:
    """The path as names and positions: `.purchases[0].option` has three."""
    path = path.replace("[...]", f".{_ANY_KEY}").replace("[", ".").replace("]", "")
    return tuple(step for step in path.split(".") if step)


def _place(steps: tuple[str, ...]) -> str:
    """Names and positions as a place in the request.

    >>> _place(("purchases", "0", "option"))
    'purchases[0].option'
    """
    return "".join(f"[{step}]" if step.isdecimal() else f".{step}" for step in steps).lstrip(".")


@cache
def type_info(asked: type[Struct]) -> inspect.Type:
    """What is known of a Struct, kept."""
    return inspect.type_info(asked)


def _nodes(asked: type[Struct], steps: tuple[str, ...]) -> list[inspect.Type]:
    """The types at a place in the Struct."""
    nodes = list(options_of(type_info(asked)))
    for step in steps:
        below: list[inspect.Type] = []
        for node in nodes:
            if isinstance(node, inspect.VarTupleType):
                below.extend(options_of(node.item_type))
            elif isinstance(node, inspect.DictType):
                below.extend(options_of(node.value_type))
            elif isinstance(node, inspect.StructType):
                for field in node.fields:
                    if field.encode_name == step:
                        below.extend(options_of(field.type))
        nodes = below
    return nodes


def _field_names(node: inspect.Type) -> list[str]:
    return (
        [field.encode_name for field in node.fields] if isinstance(node, inspect.StructType) else []
    )
