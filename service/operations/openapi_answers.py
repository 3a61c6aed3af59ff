"""What operations answer with, in the OpenAPI document."""

from collections.abc import Mapping
from typing import Any

from service.formats import media as formats
from service.operations.operation import Operation

Json = dict[str, Any]

PART = "AnswerPart"
ANSWER_PART: Json = {
    "type": "object",
    "title": PART,
    "description": "The fields of an answer that `fields` names, and no others. Without `fields` an"
    " answer is always the whole one.",
    "additionalProperties": True,
}
"""What a question with `fields` is answered with."""
_PICTURES: Mapping[str, Json] = {
    "image/svg+xml": {
        "schema": {"type": "string"},
        "examples": {"excerpt": {"value": '<svg xmlns="http://www.w3.org/2000/svg"></svg>'}},
    },
    "image/png": {"schema": {"type": "string", "format": "binary"}},
}
"""Pictures in the document."""
_TEXT: Json = {"schema": {"type": "string"}}
_BINARY: Json = {"schema": {"type": "string", "format": "binary"}}
_TEXTS = frozenset(
    form.media for form in (formats.NDJSON, formats.CSV, formats.MARKDOWN, formats.TEXT)
)


def answered(operation: Operation, whole: Json) -> Json:
    """What an operation answers: the whole, or a part of it where a question may select one."""
    if operation.asked is operation.asks:
        return whole
    return {"anyOf": [whole, {"$ref": f"#/components/schemas/{PART}"}]}


def other_form(media: str) -> Json:
    """Another format than JSON in the document."""
    return _PICTURES.get(media) or (_TEXT if media in _TEXTS else _BINARY)
