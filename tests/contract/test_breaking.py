"""A change that breaks a program is found, and one that adds is none."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from openapi.breaking import breaks, newest

Json = dict[str, Any]

DOCUMENT: Json = {
    "paths": {
        "/ask": {
            "post": {
                "operationId": "ask",
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 9}}
                ],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/schemas/Query"}}},
                },
                "responses": {
                    "200": {
                        "headers": {"ETag": {}},
                        "content": {
                            "application/json": {"schema": {"$ref": "#/schemas/Answer"}},
                            "text/csv": {"schema": {"type": "string"}},
                        },
                    }
                },
            }
        }
    },
    "schemas": {
        "Query": {
            "type": "object",
            "required": ["model"],
            "additionalProperties": False,
            "properties": {
                "model": {"anyOf": [{"type": "string"}, {"$ref": "#/schemas/Part"}]},
                "option": {"type": "string", "enum": ["spot", "owned"]},
                "count": {"type": ["integer", "null"], "format": "int64", "minimum": 1},
                "part": {"$ref": "#/schemas/Part"},
            },
        },
        "Part": {"type": "object", "properties": {"layers": {"type": "integer"}}},
        "Answer": {
            "type": "object",
            "required": ["usd", "items"],
            "properties": {
                "usd": {"type": "number", "format": "double"},
                "note": {"type": "string", "enum": ["a"]},
                "items": {"type": "array", "items": {"$ref": "#/schemas/Item"}},
            },
        },
        "Item": {
            "type": "object",
            "required": ["name"],
            "properties": {"name": {"type": "string"}},
        },
    },
}

OPERATION = ("paths", "/ask", "post")
QUERY = ("schemas", "Query", "properties")
ANSWER = ("schemas", "Answer", "properties")


def at(document: Json, path: tuple[str, ...]) -> Any:
    found: Any = document
    for step in path:
        found = found[step]
    return found


def setting(*path: str, to: object) -> Callable[[Json], None]:
    return lambda document: at(document, path[:-1]).__setitem__(path[-1], to)


def removing(*path: str) -> Callable[[Json], None]:
    return lambda document: at(document, path[:-1]).__delitem__(path[-1])


def changed(change: Callable[[Json], None]) -> Json:
    document = deepcopy(DOCUMENT)
    change(document)
    return document


JSON_BODY = ("content", "application/json")
REQUIRED = {"name": "q", "in": "query", "required": True, "schema": {"type": "string"}}
INTEGER = {"type": "integer", "format": "int64", "minimum": 1}

BREAKING = {
    "the operation is gone": removing("paths", "/ask"),
    "the operationId was ask": setting(*OPERATION, "operationId", to="asks"),
    "?limit: the parameter is gone": setting(*OPERATION, "parameters", to=[]),
    "?q: a new parameter is required": lambda new: new["paths"]["/ask"]["post"][
        "parameters"
    ].append(REQUIRED),
    "?limit: the parameter is required now": lambda new: new["paths"]["/ask"]["post"]["parameters"][
        0
    ].update(required=True),
    "?limit: maximum was 9": lambda new: new["paths"]["/ask"]["post"]["parameters"][0][
        "schema"
    ].update(maximum=8),
    "the body is gone": removing(*OPERATION, "requestBody"),
    "body.option: the field is gone": removing(*QUERY, "option"),
    "body.option: the field is required now": setting(
        "schemas", "Query", "required", to=["model", "option"]
    ),
    "body.option: spot is refused now": setting(*QUERY, "option", "enum", to=["owned"]),
    "body.count: minimum was 1": setting(*QUERY, "count", "minimum", to=2),
    "body.count: null is not taken any more": setting(*QUERY, "count", to=INTEGER),
    "body.model: string is not taken any more": setting(
        *QUERY, "model", to={"$ref": "#/schemas/Part"}
    ),
    "body.count: integer is not taken any more": setting(
        *QUERY, "count", "type", to=["string", "null"]
    ),
    "body.part: fields of other names are refused now": setting(
        "schemas", "Part", "additionalProperties", to=False
    ),
    "body.option: the pattern was none": setting(*QUERY, "option", "pattern", to="^s"),
    "200: text/csv is gone": removing(*OPERATION, "responses", "200", "content", "text/csv"),
    "200: the header ETag is gone": removing(*OPERATION, "responses", "200", "headers", "ETag"),
    "the answer 200 is gone": removing(*OPERATION, "responses", "200"),
    "200.usd: the field is gone": removing(*ANSWER, "usd"),
    "200.usd: the field may be absent now": setting("schemas", "Answer", "required", to=["items"]),
    "200.usd: null may be answered now": setting(*ANSWER, "usd", "type", to=["number", "null"]),
    "200.usd: string may be answered now": setting(*ANSWER, "usd", "type", to="string"),
    "200.usd: the format was double": setting(*ANSWER, "usd", "format", to="float"),
    "200.items[].name: the field is gone": removing("schemas", "Item", "properties", "name"),
}

ADDING = {
    "an operation": setting("paths", "/more", to={"get": {"operationId": "more", "responses": {}}}),
    "a field of the question": setting(*QUERY, "new", to={"type": "string"}),
    "an option": setting(*QUERY, "option", "enum", to=["spot", "owned", "reserved"]),
    "a lower bound": setting(*QUERY, "count", "minimum", to=0),
    "a wider type": setting(*QUERY, "count", "type", to=["number", "null"]),
    "null for a part": setting(
        *QUERY, "part", to={"anyOf": [{"$ref": "#/schemas/Part"}, {"type": "null"}]}
    ),
    "less that is required": setting("schemas", "Query", "required", to=[]),
    "a field of the answer": setting(*ANSWER, "new", to={"type": "string"}),
    "a value of an answer": setting(*ANSWER, "note", "enum", to=["a", "b"]),
    "a narrower type": setting(*ANSWER, "usd", "type", to="integer"),
    "more that is always there": setting(
        "schemas", "Answer", "required", to=["usd", "items", "note"]
    ),
    "a refusal": setting(*OPERATION, "responses", "503", to={"description": "Later."}),
}


@pytest.mark.parametrize("said", BREAKING)
def test_what_breaks_is_said_with_its_place(said: str) -> None:
    found = breaks(DOCUMENT, changed(BREAKING[said]))

    assert any(one.endswith(said) for one in found), found


@pytest.mark.parametrize("added", ADDING)
def test_what_adds_breaks_nothing(added: str) -> None:
    assert breaks(DOCUMENT, changed(ADDING[added])) == []


def test_a_renamed_schema_breaks_nothing() -> None:
    text = json.dumps(DOCUMENT).replace("schemas/Item", "schemas/Line").replace('"Item"', '"Line"')

    assert breaks(DOCUMENT, json.loads(text)) == []


def test_a_released_document_is_kept_under_its_version(root: Path) -> None:
    document = json.loads(newest().read_text(encoding="utf-8"))

    assert newest().parent == root / "openapi" / "released"
    assert newest().stem == document["info"]["version"]
