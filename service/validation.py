"""What a failed decoding says, in the terms of a caller: which field, and what would do.

msgspec words its errors for developers ("… - at `$.purchases[0].option`"); here they become a
detail, a dotted field and the nearest values or names.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from typing import NoReturn

import msgspec
from msgspec import Struct, inspect

from pricing.catalog.names import ranked
from service.problems import Refused

_WHERE = " - at `$"
_NAMED = re.compile(
    r"Object (?P<what>contains unknown|missing required) field `(?P<name>.*)`", re.DOTALL
)
_NOT_ONE_OF = re.compile(r"Invalid enum value '(?P<value>.*)'", re.DOTALL)
_LONGEST_QUOTE = 100


def refuse(error: msgspec.ValidationError, asked: type[Struct]) -> NoReturn:
    """Raise what the caller is told when a value does not match the Struct."""
    text, _, path = str(error).partition(_WHERE)
    steps = _steps(path.rstrip("`"))
    nearest: Sequence[str] = ()
    if named := _NAMED.fullmatch(text):
        name = named["name"][:_LONGEST_QUOTE]
        if named["what"] == "contains unknown":
            known = [field for node in _nodes(asked, steps) for field in _field_names(node)]
            nearest = get_close_matches(name, known, cutoff=0.5)
            text = f"there is no field {name!r} here"
        else:
            text = f"{name!r} is required"
        steps = (*steps, name)
    elif chosen := _NOT_ONE_OF.fullmatch(text):
        value = chosen["value"][:_LONGEST_QUOTE]
        choices = [choice for node in _nodes(asked, steps) for choice in _choices(node)]
        nearest = ranked(value, choices)
        text = f"{value!r} is not one of {', '.join(choices)}"
    raise Refused(
        "invalid-request",
        text.replace("`", ""),
        field=_place(steps) or None,
        nearest=nearest,
    ) from error


def _steps(path: str) -> tuple[str, ...]:
    """The path as names and positions: `.purchases[0].option` has three."""
    return tuple(step for step in path.replace("[", ".").replace("]", "").split(".") if step)


def _place(steps: tuple[str, ...]) -> str:
    """Names and positions as a place in the request.

    >>> _place(("purchases", "0", "option"))
    'purchases[0].option'
    """
    return "".join(f"[{step}]" if step.isdecimal() else f".{step}" for step in steps).lstrip(".")


@cache
def _type_info(asked: type[Struct]) -> inspect.Type:
    return inspect.type_info(asked)


def _nodes(asked: type[Struct], steps: tuple[str, ...]) -> list[inspect.Type]:
    """The types that may stand at a place in the Struct."""
    nodes = list(_alternatives(_type_info(asked)))
    for step in steps:
        below: list[inspect.Type] = []
        for node in nodes:
            if isinstance(node, inspect.VarTupleType):
                below.extend(_alternatives(node.item_type))
            elif isinstance(node, inspect.StructType):
                for field in node.fields:
                    if field.encode_name == step:
                        below.extend(_alternatives(field.type))
        nodes = below
    return nodes


def _alternatives(node: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(node, inspect.Metadata):
        yield from _alternatives(node.type)
    elif isinstance(node, inspect.UnionType):
        for alternative in node.types:
            yield from _alternatives(alternative)
    else:
        yield node


def _field_names(node: inspect.Type) -> list[str]:
    return (
        [field.encode_name for field in node.fields] if isinstance(node, inspect.StructType) else []
    )


def _choices(node: inspect.Type) -> list[str]:
    return [str(value) for value in node.values] if isinstance(node, inspect.LiteralType) else []
