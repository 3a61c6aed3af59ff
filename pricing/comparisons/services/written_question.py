"""A question as a caller writes it: with what differs from the defaults."""

from collections.abc import Mapping
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields


def as_asked(question: Struct) -> dict[str, Any]:
    """The fields of a question that are not as they are by default."""
    given = {field.name: getattr(question, field.name) for field in fields(question)}
    usual = {
        field.name: field.default if field.default_factory is NODEFAULT else field.default_factory()
        for field in fields(question)
    }
    return {
        field.encode_name: _plain(given[field.name])
        for field in fields(question)
        if usual[field.name] is NODEFAULT or given[field.name] != usual[field.name]
    }


def _plain(value: object) -> object:
    if isinstance(value, Struct):
        return as_asked(value)
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return value
