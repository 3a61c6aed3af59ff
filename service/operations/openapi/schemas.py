"""Schemas that strict generators of clients compile, from those that msgspec makes of Structs.

Every number has a format and every enumeration a type. A default is said in words: many generators
make a field that has one required, or send it with every question. What an answer always has is
required.
"""

import json
from collections.abc import Collection, Iterator
from inspect import cleandoc
from typing import Any

import msgspec
from msgspec import UNSET, Struct, inspect
from msgspec.structs import fields

Json = dict[str, Any]

REFERENCE = "#/components/schemas/{name}"

_FORMATS = {"number": "double", "integer": "int64"}
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number"}
NULL = {"type": "null"}
_OF_FIELD = ("description", "examples")
"""What msgspec puts inside an option of a nullable field, where most readers do not look."""


def schemas_of(
    asked: Collection[type[Struct]], answered: Collection[type[Struct]]
) -> tuple[dict[type[Struct], Json], Json]:
    """The schemas of Structs, and the components that they refer to, both by name."""
    listed = sorted({*asked, *answered}, key=lambda struct: struct.__name__)
    references, components = msgspec.json.schema_components(listed, ref_template=REFERENCE)
    always = {struct.__name__: _always(struct) for struct in _structs(answered)}
    for name, schema in components.items():
        if "description" in schema:
            schema["description"] = cleandoc(
                schema["description"]
            )  # Python 3.13 removes the indent
        strict(schema)
        if name in always:
            tags = [field for field in schema.get("required", ()) if field not in always[name]]
            schema["required"] = [*tags, *always[name]]
    return dict(zip(listed, references, strict=True)), components


def strict(schema: Json) -> None:
    """Make a schema, and all inside it, one that has a type, and formats for its numbers."""
    if "enum" in schema and "type" not in schema:
        (schema["type"],) = {_TYPES[type(value)] for value in schema["enum"]}
    if schema.get("type") in _FORMATS:
        schema.setdefault("format", _FORMATS[schema["type"]])
    if schema.get("type") == "object" and "properties" not in schema:
        schema.setdefault("additionalProperties", True)
    for field in schema.get("properties", {}).values():
        strict(field)
        _say_default(field)
    for inside in ("items", "additionalProperties"):
        if isinstance(schema.get(inside), dict):
            strict(schema[inside])
    if "anyOf" in schema:
        _lift(schema)
        for option in schema["anyOf"]:
            strict(option)
        schema["anyOf"] = list(_flat(schema["anyOf"]))
        _join_null(schema)


def _lift(schema: Json) -> None:
    """Move the words about a field from its options to the field."""
    for option in schema["anyOf"]:
        for word in _OF_FIELD:
            if word in option and word not in schema:
                schema[word] = option.pop(word)


def _flat(options: list[Json]) -> Iterator[Json]:
    """The options, with those of options among them, and one enumeration of all values."""
    enums = [option for option in options if "enum" in option]
    if len(enums) > 1:
        values = [value for option in enums for value in option["enum"]]
        options = [
            {**enums[0], "enum": sorted(values)},
            *(option for option in options if "enum" not in option),
        ]
    for option in options:
        yield from option["anyOf"] if set(option) == {"anyOf"} else [option]


def _join_null(schema: Json) -> None:
    """Write a plain type or null as two types, which no generator takes for a union of classes."""
    plain = [option for option in schema["anyOf"] if option != NULL]
    if len(plain) == 1 < len(schema["anyOf"]) and "enum" not in plain[0] and "type" in plain[0]:
        del schema["anyOf"]
        schema |= plain[0] | {"type": [plain[0]["type"], "null"]}


def _say_default(field: Json) -> None:
    """Move a default into the description. Nothing, and what is empty, goes without saying."""
    default = field.pop("default", None)
    said = field.get("description", "")
    if isinstance(default, str | int | float) and default != "" and "Default" not in said:
        field["description"] = f"{said} Default: {json.dumps(default).strip(chr(34))}.".strip()


def _structs(roots: Collection[type[Struct]]) -> set[type[Struct]]:
    """The Structs of which these are made, themselves among them."""
    found: set[type[Struct]] = set()
    left: list[inspect.Type] = list(inspect.multi_type_info(roots))
    while left:
        shape = left.pop()
        if isinstance(shape, inspect.StructType):
            if shape.cls in found:
                continue
            found.add(shape.cls)
            left += [field.type for field in shape.fields]
        elif isinstance(shape, inspect.Metadata):
            left.append(shape.type)
        elif isinstance(shape, inspect.UnionType):
            left += shape.types
        elif isinstance(shape, inspect.DictType):
            left.append(shape.value_type)
        elif isinstance(shape, inspect.TupleType):
            left += shape.item_types
        elif isinstance(shape, inspect.VarTupleType | inspect.ListType):
            left.append(shape.item_type)
    return found


def _always(struct: type[Struct]) -> list[str]:
    """The fields that every answer of a Struct has."""
    omits = struct.__struct_config__.omit_defaults
    return [
        field.encode_name
        for field in fields(struct)
        if field.required or not (omits or field.default is UNSET)
    ]


def any_of(whole: Json, names: Collection[str]) -> Json:
    """The schema of some fields of an object: none is required, and null leaves one out."""
    properties = {name: _nullable(whole["properties"][name]) for name in names}
    return {"type": "object", "properties": properties}


def _nullable(field: Json) -> Json:
    kind = field.get("type")
    if isinstance(kind, str) and "enum" not in field:
        return field | {"type": [kind, "null"]}
    if isinstance(kind, list) or NULL in field.get("anyOf", ()):
        return field
    around = {word: field[word] for word in _OF_FIELD if word in field}
    inner = {key: value for key, value in field.items() if key not in around}
    options = inner.get("anyOf", [inner])
    return {"anyOf": [*options, NULL], **around}
