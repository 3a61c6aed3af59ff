"""Responses in the OpenAPI document: answers, and a problem for each status, with examples."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec

from service.formats import media as formats
from service.formats.words.refusals import WRITERS
from service.http.problems import BASE, KINDS, Problem

Json = dict[str, Any]

_PICTURES: Mapping[str, Json] = {
    "image/svg+xml": {
        "schema": {"type": "string"},
        "examples": {"excerpt": {"value": '<svg xmlns="http://www.w3.org/2000/svg"></svg>'}},
    },
    "image/png": {"schema": {"type": "string", "format": "binary"}},
}
"""Pictures in the document."""
_MESSAGES: Mapping[str, Json] = {
    form.media: {"schema": {"type": "object", "additionalProperties": True}}
    for form in (formats.SLACK, formats.TEAMS)
}
"""Messages of chats in the document: their shape is the chats' own."""
_TEXT: Json = {"schema": {"type": "string"}}
_BINARY: Json = {"schema": {"type": "string", "format": "binary"}}
_TEXTS = frozenset(
    form.media
    for form in (formats.NDJSON, formats.CSV, formats.MARKDOWN, formats.TEXT, *formats.PROFILED)
    if formats.PROFILED.get(form, form) is not formats.PARQUET
)

PROBLEM = "#/components/schemas/Problem"

_NAMES = {
    400: "BadRequest",
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    405: "MethodNotAllowed",
    406: "NotAcceptable",
    408: "RequestTimeout",
    413: "RequestEntityTooLarge",
    414: "RequestURITooLong",
    415: "UnsupportedMediaType",
    422: "UnprocessableEntity",
    429: "TooManyRequests",
    431: "RequestHeaderFieldsTooLarge",
    500: "InternalServerError",
    503: "ServiceUnavailable",
}
"""Names of the responses. The phrases of `http.HTTPStatus` depend on the version of Python."""

_EXAMPLE_DETAILS = {
    "malformed-json": ("JSON is malformed: invalid character (byte 52)", None, ()),
    "invalid-request": ("unknown field 'devise'", "deployment.devise", ("device",)),
    "unknown-name": (
        "no device is called 'h100-smx' in this release",
        "deployment.device",
        ("h100-sxm-80gb", "h100-pcie-80gb"),
    ),
    "no-price": (
        "no spot price for h200-sxm-141gb in eu-west-3 on 2026-05-01",
        "purchase.region",
        ("eu-west-1",),
    ),
}


def problem_responses() -> Json:
    """The problem responses by name."""
    statuses = sorted({kind.status for kind in KINDS.values()})
    return {_NAMES[status]: _of_status(status) for status in statuses}


def reference(status: int) -> Json:
    """The reference to a problem response, by its status."""
    return {"$ref": f"#/components/responses/{_NAMES[status]}"}


def _of_status(status: int) -> Json:
    """The problem response of a status, with an example of each type."""
    kinds = {name: kind for name, kind in KINDS.items() if kind.status == status}
    response: Json = {
        "description": " ".join(f"`{name}`: {kind.summary}" for name, kind in kinds.items()),
        "headers": {"X-Request-ID": {"$ref": "#/components/headers/RequestId"}},
        "content": {
            "application/problem+json": {
                "schema": {"$ref": PROBLEM},
                "examples": {name: {"value": _example(name)} for name in kinds},
            },
            **{form.media: other_form(form.media) for form in WRITERS},
        },
    }
    if status in {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}:
        response["headers"]["Retry-After"] = {"$ref": "#/components/headers/RetryAfter"}
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        response["headers"]["Allow"] = {
            "description": "The methods that the path has.",
            "schema": {"type": "string"},
        }
    return response


def _example(name: str) -> Json:
    kind = KINDS[name]
    detail, field, nearest = _EXAMPLE_DETAILS.get(name, (kind.summary, None, ()))
    example = Problem(
        type=BASE + name,
        title=kind.title,
        status=kind.status,
        detail=detail,
        instance="/v1/inference/unit-costs",
        request_id="5f0c6e0f3c1f4d0b8f6d2a9b7c3e1d20",
        field=field,
        nearest=nearest,
    )
    value: Json = json.loads(msgspec.json.encode(example))
    return value


def other_form(media: str) -> Json:
    """Another format than JSON in the document."""
    return _PICTURES.get(media) or _MESSAGES.get(media) or (_TEXT if media in _TEXTS else _BINARY)
