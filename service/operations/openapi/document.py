"""The OpenAPI 3.1 document, made from the operations.

Schemas come from the Structs that decode and encode, with their bounds and descriptions. Examples
are answers to queries that pin the newest release and a day: the document changes only with a
release or an answer.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library
from service.http.problems import Problem
from service.operations.openapi.choices import with_names
from service.operations.openapi.kinds import HIDDEN, by_kind
from service.operations.openapi.responses import other_form, problem_responses, reference
from service.operations.openapi.schemas import schemas_of
from service.operations.operation import Operation

Json = dict[str, Any]

TAGS = {
    "inference": "The cost of serving a model.",
    "training": "The cost of training a model.",
    "sweeps": "Many scenarios in one request.",
    "words": "Questions as people type them.",
    "catalog": "The rows that answers are based on.",
    "health": "For operators of the service.",
}

INFO: Json = {
    "title": "Unitcost",
    "summary": "What AI compute costs: per token, per request, per watt, per run.",
    "description": "Every figure comes from versioned tables, says which rows it used, and can be"
    " asked for again with the same answer. What is not known is refused, never zero.",
    "version": ENGINE_VERSION,
    "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
}

SECURITY_SCHEMES: Json = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "Where the operator asks for keys. Health and documents need none.",
    }
}

HEADERS: Json = {
    "CacheStatus": {
        "description": "What the service's cache had to do with the answer (RFC 9211).",
        "schema": {"type": "string"},
        "example": "unitcost; hit",
    },
    "RetryAfter": {
        "description": "When to ask again [seconds].",
        "schema": {"type": "integer", "format": "int64", "minimum": 1},
    },
    "RequestId": {
        "description": "Names this request in the service's log.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"},
    },
    "EntityTag": {
        "description": "Changes with the answer; send it as If-None-Match.",
        "schema": {"type": "string"},
    },
}

_ANY_PROBLEMS = (400, 404, 405, 406, 408, 431, 500, 503)
_KEY_PROBLEMS = (401, 403, 429)
_GET_PROBLEMS = tuple(sorted((*_ANY_PROBLEMS, *_KEY_PROBLEMS, 414, 422)))
_POST_PROBLEMS = tuple(sorted((*_ANY_PROBLEMS, *_KEY_PROBLEMS, 413, 414, 415, 422)))
_PLAIN_PROBLEMS = tuple(sorted((*_ANY_PROBLEMS, 414)))


def document(operations: Sequence[Operation], library: Library) -> Json:
    """The document as JSON values."""
    asked = {operation.asked for operation in operations} | {HIDDEN}
    asked |= {one.table_parameters for one in operations if one.table_parameters is not None}
    answered = {operation.answers for operation in operations} | {Problem}
    schemas, components = schemas_of(asked, answered)
    components = with_names(by_kind(components))
    parameters = {
        asked.__name__
        for operation in operations
        for asked in (
            operation.asked if operation.method == "GET" else None,
            operation.table_parameters,
        )
        if asked is not None
    }
    paths: Json = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(
            operation, library, schemas, components
        )
    paths["/metrics"] = {"get": _metrics()}
    return {
        "openapi": "3.1.0",
        "info": INFO,
        "servers": [{"url": "/", "description": "Where this document was read."}],
        "security": [{}, {"key": []}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": {
                name: schema for name, schema in components.items() if name not in parameters
            },
            "responses": problem_responses(),
            "securitySchemes": SECURITY_SCHEMES,
            "headers": HEADERS,
        },
    }


def text(document: Mapping[str, Any]) -> bytes:
    """The document as text: sorted, indented by two, with LF at the end."""
    return (json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def shown(answer: msgspec.Struct) -> Json:
    """An answer as an example.

    Numbers have nine digits: those of a difference end in what a processor makes of the last.
    """

    def rounded(digits: str) -> float:
        return float(f"{float(digits):.9g}")

    found: Json = json.loads(msgspec.json.encode(answer), parse_float=rounded)
    return found


def _operation(
    operation: Operation, library: Library, schemas: Mapping[type, Json], components: Json
) -> Json:
    given = _sparse(operation.example(library))
    # As it is decoded from the wire, so that its digest is the one that is answered.
    asked = msgspec.convert(given, operation.asks)
    answer = shown(operation.answer(asked, library))
    described: Json = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
        "responses": _answers(operation, schemas[operation.answers], answer),
    }
    if operation.method == "POST":
        described["requestBody"] = {
            "required": True,
            "content": {
                "application/json": {
                    "schema": schemas[operation.asked],
                    "examples": {"question": {"value": given}},
                },
                **{media: other_form(media) for media in operation.tables},
            },
        }
        if operation.table_parameters is not None:
            described["parameters"] = _parameters(
                components[operation.table_parameters.__name__], {}
            )
        problems = _POST_PROBLEMS
    else:
        described["parameters"] = _parameters(components[operation.asked.__name__], given)
        for parameter in described["parameters"]:
            if parameter["name"] == operation.located:
                parameter["in"] = "path"
        problems = _PLAIN_PROBLEMS if operation.volatile else _GET_PROBLEMS
    described["responses"] |= {str(status): reference(status) for status in problems}
    return described


def _answers(operation: Operation, schema: Json, example: Json) -> Json:
    """The responses that are no problems, with their headers and formats."""
    is_tagged = operation.method == "GET" and not operation.volatile
    headers = {"X-Request-ID": "RequestId"}
    headers |= {} if operation.volatile else {"Cache-Status": "CacheStatus"}
    headers |= {"ETag": "EntityTag"} if is_tagged else {}
    found: Json = {
        "200": {
            "description": "The answer.",
            "headers": {
                name: {"$ref": f"#/components/headers/{own}"} for name, own in headers.items()
            },
            "content": {
                "application/json": {
                    "schema": schema,
                    "examples": {"answer": {"value": example}},
                },
                **{media: other_form(media) for media in operation.media[1:]},
            },
        },
    }
    return found | ({"304": {"description": "The answer has not changed."}} if is_tagged else {})


def _sparse(asked: msgspec.Struct) -> Json:
    """The query as a caller would write it, without null and empty fields."""

    def pruned(value: object) -> object:
        if isinstance(value, dict):
            kept = {key: pruned(item) for key, item in value.items()}
            return {key: item for key, item in kept.items() if item not in (None, {}, [])}
        return [pruned(item) for item in value] if isinstance(value, list) else value

    return cast("Json", pruned(json.loads(msgspec.json.encode(asked))))


def _parameters(schema: Json, example: Mapping[str, Any]) -> list[Json]:
    """The fields of a flat Struct as query parameters. An absent parameter is null."""
    listed = []
    for name, field in schema.get("properties", {}).items():
        required = name in schema.get("required", ())
        chosen = _without_null(field)
        parameter: Json = {
            "name": name,
            "in": "query",
            "required": required,
            "description": chosen.pop("description", f"The {name.replace('_', ' ')}."),
            "schema": chosen,
        }
        if name in example:
            parameter["example"] = example[name]
        listed.append(parameter)
    return listed


def _without_null(field: Json) -> Json:
    """The schema of a parameter: where it is absent, it is null."""
    found = {key: value for key, value in field.items() if key != "anyOf"}
    if isinstance(field.get("type"), list):
        found["type"] = next(kind for kind in field["type"] if kind != "null")
    if "anyOf" in field:
        (chosen,) = (one for one in field["anyOf"] if one.get("type") != "null")
        found |= chosen
    return found


def _metrics() -> Json:
    return {
        "operationId": "readMetrics",
        "tags": ["health"],
        "summary": "Metrics for Prometheus",
        "description": "Requests, durations and releases of this process, in the text format of"
        " Prometheus.",
        "responses": {
            "200": {
                "description": "The metrics.",
                "content": {
                    "text/plain": {
                        "schema": {"type": "string"},
                        "examples": {"excerpt": {"value": "unitcost_requests_in_progress 1.0\n"}},
                    }
                },
            },
            **{
                str(status): reference(status)
                for status in (401, 403, 404, 405, 408, 429, 431, 500)
            },
        },
    }
