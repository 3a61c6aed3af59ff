"""Questions as requests: short ones by parameters, others as JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal, Protocol, TypeAlias

from unitcost_client.face.kinds import FIELDS, Kind, wire_name

JSON = "application/json"
Form = Literal["arrow", "csv", "markdown", "parquet", "png", "svg", "text", "xlsx"]

FORMS: Mapping[Form, str] = {
    "arrow": "application/vnd.apache.arrow.stream",
    "csv": "text/csv",
    "markdown": "text/markdown",
    "parquet": "application/vnd.apache.parquet",
    "png": "image/png",
    "svg": "image/svg+xml",
    "text": "text/plain",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""Media types of answers, by the name of the form."""


class Model(Protocol):
    """A model of this client, such as UnitCostQuery."""

    def to_dict(self) -> dict[str, Any]:
        """The fields, as JSON has them."""
        ...


Question: TypeAlias = Mapping[str, Any] | Model
"""A question as one thing: a dict, or a query of `unitcost_client.models`."""


@dataclass(frozen=True)
class Request:
    """A request for one question."""

    method: str
    path: str
    params: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None
    accept: str = JSON

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of the request."""
        typed = {} if self.content is None else {"content-type": JSON}
        return {"accept": self.accept, **typed}


def request_of(
    kind: Kind,
    question: Question | None,
    keywords: Mapping[str, Any],
    *,
    accept: str = JSON,
) -> Request:
    """The request for a question, with keywords over the fields of a dict.

    It goes into the query string where parameters say all of it. Raises TypeError where parameters
    are mixed with parts of a body, and ValueError for a number that JSON has not.
    """
    given = {wire_name(name): value for name, value in keywords.items() if value is not None}
    fields = {**_plain(question), **given}
    if kind.parameters and (not kind.body or _is_short(kind, fields)):
        return Request("GET", kind.path, {k: _text(v) for k, v in fields.items()}, accept=accept)
    mixed = sorted((fields.keys() & kind.parameters) - kind.body)
    if mixed:
        parts = sorted(fields.keys() - kind.parameters)
        raise TypeError(
            f"{', '.join(mixed)}: short for fields of parts, which go beside no {', '.join(parts)}."
            " Give the parts: deployment={…}, load={…}, purchase={…}"
        )
    content = json.dumps(fields, allow_nan=False, default=_json).encode()
    return Request("POST", kind.path, content=content, accept=accept)


PINS = ("catalog", "as_of")
"""The release and the day, of which the same question has the same answer."""


def pins(kind: Kind, document: Mapping[str, Any], question: Question | None) -> dict[str, Any]:
    """The release and the day of an answer, where its question could name them and did not."""
    words = document.get("answer")  # of a question in words, the answer of what was read
    whole = words if isinstance(words, Mapping) and not document.get("sides") else document
    found = whole.get("provenance")
    if not isinstance(found, Mapping):
        return {}
    given = _plain(question)
    known = (kind.parameters | kind.body) - {name for name in PINS if given.get(name)}
    return {name: found[name] for name in PINS if name in known and found.get(name)}


def _plain(question: Question | None) -> Mapping[str, Any]:
    if question is None:
        return {}
    return question if isinstance(question, Mapping) else question.to_dict()


def _is_short(kind: Kind, fields: Mapping[str, Any]) -> bool:
    scalars = (str, int, float, date)
    return fields.keys() <= kind.parameters and all(
        isinstance(value, scalars) for name, value in fields.items() if name != FIELDS
    )


def _text(value: Any) -> str:
    """A value as a query string has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(map(_text, value))
    return str(value)


def _json(value: Any) -> Any:
    """What JSON has of a value that it does not know."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, date):
        return value.isoformat()
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "item"):  # a number of numpy
        return value.item()
    raise TypeError(f"{type(value).__name__} is no value of a question")
