"""The fields of an answer that a caller asks for, where a part of the answer is enough."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, inspect

from pricing.catalog.naming.fields import likely_fields
from pricing.quote.messages import said
from pricing.sweeps.fields import options_of
from service.formats.columns import SEPARATOR
from service.formats.tables import TableAnswer
from service.http.problems import Refused

FIELDS = "fields"
"""The field of a query, and the parameter, that name the fields of the answer."""

FORM = "format"
"""The parameter that names the form of the answer, for who cannot set Accept."""

VERBOSITY = "verbosity"
"""The field of a query, and the parameter, that say how long a text is."""

Verbosity = Literal["brief", "full"]

MOST_FIELDS = 100
_LONGEST_NAME = 200
_LONGEST_QUOTE = 100
_DEEPEST = 8
"""Levels of an answer whose fields have names."""

_MEANING = (
    " of the answer, dotted; through a list, those of its items. The answer is then a part of the"
    " one described, with these fields alone. In a table: its columns, or their beginnings."
)

Name = Annotated[str, Meta(min_length=1, max_length=_LONGEST_NAME)]
Names = Annotated[
    tuple[Name, ...], Meta(min_length=1, max_length=MOST_FIELDS, description=f"Fields{_MEANING}")
]
Listed = Annotated[str, Meta(min_length=1, description=f"Fields, separated by commas,{_MEANING}")]

Told = Annotated[
    Verbosity,
    said(
        "How long a text for people is: brief, under 400 characters, or full, with"
        " what was taken by default. Markdown that is brief is the text instead of the table."
    ),
]

Tree = dict[str, "Tree"]
"""Fields by name, with the fields that are wanted of each; none means the whole field."""


@cache
def selecting(asked: type[Struct], *, is_listed: bool, forms: tuple[str, ...]) -> type[Struct]:
    """A query with more fields: those of the answer, how long a text is, and one of the forms.

    is_listed: whether the names are a text with commas, as in a query string.
    """
    kind = Listed if is_listed else Names
    meta = said("The form of the answer, in place of the Accept header.")
    form: Any = Annotated[Literal[forms], meta] if forms else None
    return msgspec.defstruct(
        asked.__name__,
        [
            (FIELDS, kind | UnsetType, UNSET),
            (VERBOSITY, Told | UnsetType, UNSET),
            *([(FORM, form | UnsetType, UNSET)] if forms else []),
        ],
        bases=(asked,),
        module=asked.__module__,
        namespace={"__doc__": asked.__doc__},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


def selected(query: Struct) -> tuple[str, ...]:
    """The fields that a query selects; empty where it asks for the whole answer."""
    given: Any = getattr(query, FIELDS, UNSET)
    if given is UNSET:
        return ()
    return tuple(given.split(",")) if isinstance(given, str) else given


def verbosity_of(query: Struct) -> Verbosity | None:
    """How long a text a query asks for; None where it does not say."""
    given: Verbosity | UnsetType = getattr(query, VERBOSITY, UNSET)
    return None if given is UNSET else given


def form_of(query: Struct) -> str | None:
    """The name of the form that a query asks for; None where Accept says."""
    given: str | UnsetType = getattr(query, FORM, UNSET)
    return None if given is UNSET else given


OVERLAID = "+"
"""In the name of a release with an overlay over it."""


def is_pinned(query: Struct) -> bool:
    """Whether a question names its release, which stays as it is, and no overlay."""
    release = getattr(query, "catalog", None)
    return release is not None and OVERLAID not in release


def unselecting(query: Struct, asked: type[Struct]) -> Struct:
    """The query without its selection and verbosity: its answer is the whole one."""
    return asked(**{name: getattr(query, name) for name in asked.__struct_fields__})


def trimmed(body: bytes, names: tuple[str, ...], answers: type[Struct]) -> bytes:
    """An answer in JSON with these fields alone, in the order of the whole answer."""
    return msgspec.json.encode(_picked(msgspec.json.decode(body), tree_of(names, answers)))


@lru_cache(maxsize=64)  # a caller may send a hundred long names each time
def tree_of(names: tuple[str, ...], answers: type[Struct]) -> Tree:
    """The names as a tree. Refuses a name that the answer cannot have."""
    fields = _fields_of(answers)
    tree: Tree = {}
    for name in names:
        if name not in fields and not any(name.startswith(place) for place in _open(answers)):
            raise _unknown(name, fields)
        branch = tree
        *above, last = name.split(SEPARATOR)
        for step in above:
            if step in branch and not branch[step]:
                break  # the whole of it is wanted already
            branch = branch.setdefault(step, {})
        else:
            branch[last] = {}
    return tree


def of_columns(table: TableAnswer, names: Collection[str]) -> TableAnswer:
    """The table with the columns that are named, or that begin with a name and a dot."""
    wanted = set()
    for name in names:
        found = [
            column
            for column in table.schema
            if column == name or column.startswith(f"{name}{SEPARATOR}")
        ]
        if not found:
            raise _unknown(name, table.schema)
        wanted.update(found)
    columns = [column for column in table.schema if column in wanted]
    return replace(
        table,
        schema={column: table.schema[column] for column in columns},
        frames=(frame.select(columns) for frame in table.frames),
        beside=None,
    )


def _unknown(name: str, known: Collection[str]) -> Refused:
    """The refusal of a name, with the fields of that name elsewhere and those like it."""
    name = name[:_LONGEST_QUOTE]
    return Refused(
        "invalid-request",
        f"the answer has no field {name!r}",
        field=FIELDS,
        nearest=likely_fields(name, known),
    )


def _picked(value: Any, tree: Tree) -> Any:
    if isinstance(value, list):
        return [_picked(item, tree) for item in value]
    if not tree or not isinstance(value, Mapping):
        return value
    return {name: _picked(inner, tree[name]) for name, inner in value.items() if name in tree}


@cache
def _fields_of(answers: type[Struct]) -> Mapping[str, bool]:
    """Every field of an answer by its dotted name, and whether its names are free."""
    return dict(_every("", inspect.type_info(answers), _DEEPEST))


@cache
def _open(answers: type[Struct]) -> tuple[str, ...]:
    """What the fields with names of their own begin with, such as line items by name."""
    return tuple(f"{name}{SEPARATOR}" for name, is_free in _fields_of(answers).items() if is_free)


def _every(place: str, shape: inspect.Type, levels: int) -> Iterator[tuple[str, bool]]:
    for node in options_of(shape):
        if isinstance(node, inspect.VarTupleType | inspect.ListType):
            yield from _every(place, node.item_type, levels)
        elif isinstance(node, inspect.DictType):
            yield place, True
        elif isinstance(node, inspect.StructType) and levels:
            for field in node.fields:
                below = f"{place}{SEPARATOR}{field.encode_name}".lstrip(SEPARATOR)
                yield below, False
                yield from _every(below, field.type, levels - 1)
