"""Every way a request can fail, as RFC 9457 problems: one table, nothing decided elsewhere.

`type` is a stable URI and `title` is fixed for it; `detail` says what was wrong with this
request, `field` where (dotted, as in the request) and `nearest` what would have been answered.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import Scope
from msgspec import Meta, Struct

from pricing import errors
from service.logs import Log

_PURCHASE = re.compile(r"purchases?(\[\d+\])?")
"""A purchase as a whole."""

BASE = "https://unitcost.example/problems/"


class Kind(Struct, frozen=True):
    """One type of problem: what it is called, its status, and when it happens."""

    title: str
    status: int
    summary: str


KINDS: dict[str, Kind] = {
    "malformed-json": Kind(
        "The body is not JSON",
        400,
        "The body is empty, cut off, not UTF-8, nested too deeply or not JSON (NaN is not).",
    ),
    "malformed-table": Kind(
        "The body is not the table that its Content-Type says",
        400,
        "A CSV, Arrow, Parquet or NDJSON body is cut off, empty or has nested columns.",
    ),
    "invalid-request": Kind(
        "The request does not match its schema",
        400,
        "A field or parameter is unknown, missing, of the wrong type or out of range, or is"
        " repeated.",
    ),
    "unauthorized": Kind(
        "A key is needed", 401, "`Authorization: Bearer` is missing, or names no key in force."
    ),
    "forbidden": Kind("The key does not reach this far", 403, "The key lacks the scope."),
    "not-found": Kind("No such resource", 404, "Nothing is served under this path."),
    "method-not-allowed": Kind(
        "Method not allowed", 405, "The path exists; the `Allow` header names its methods."
    ),
    "not-acceptable": Kind(
        "Not acceptable", 406, "The `Accept` header excludes everything that is offered."
    ),
    "request-timeout": Kind(
        "The request came too slowly", 408, "It was not complete within the time that is given."
    ),
    "too-large": Kind(
        "The request is too large",
        413,
        "The body, as sent or uncompressed, is larger than the service is set to read.",
    ),
    "uri-too-long": Kind("The query string is too long", 414, "Send the question as a POST."),
    "unsupported-media-type": Kind(
        "Unsupported media type",
        415,
        "A body must be sent as application/json, or a sweep's as a table, as it is or compressed"
        " with gzip.",
    ),
    "unknown-name": Kind(
        "Unknown name",
        422,
        "No device, model, provider, region or release has this name; `nearest` lists some.",
    ),
    "no-price": Kind("No price", 422, "No price is known for what was asked, on that day."),
    "unsupported-precision": Kind(
        "Unsupported precision", 422, "The device lacks the number format."
    ),
    "does-not-fit": Kind("Does not fit", 422, "The memory of the devices is too small."),
    "infeasible": Kind("Infeasible", 422, "The objective cannot be met, or the run never ends."),
    "invalid-query": Kind("Invalid query", 422, "Fields that are each in range contradict."),
    "too-many-requests": Kind(
        "Too many requests", 429, "The key's rate is used up; `Retry-After` says for how long."
    ),
    "head-too-large": Kind(
        "The head of the request is too large", 431, "Its target and headers are over the limit."
    ),
    "internal-error": Kind(
        "Internal error", 500, "A fault of the service; the log has it under the request id."
    ),
    "overloaded": Kind(
        "Overloaded", 503, "More is asked than can be answered soon; `Retry-After` says when."
    ),
    "deadline-exceeded": Kind(
        "The deadline has passed", 503, "The answer took longer than a request may."
    ),
    "not-ready": Kind("Not ready", 503, "The service should not be asked now."),
}

REFUSALS: dict[type[errors.PricingError], str] = {
    errors.UnknownName: "unknown-name",
    errors.NoPrice: "no-price",
    errors.UnsupportedPrecision: "unsupported-precision",
    errors.DoesNotFit: "does-not-fit",
    errors.Infeasible: "infeasible",
    errors.InvalidQuery: "invalid-query",
    errors.Refusal: "invalid-query",
}

HTTP_KINDS = {
    400: "invalid-request",
    404: "not-found",
    413: "too-large",
}


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What went wrong with a request (RFC 9457)."""

    type: Annotated[
        str, Meta(description="URI of the type of problem; stable.", examples=[f"{BASE}no-price"])
    ]
    title: Annotated[str, Meta(description="What the type is called; the same every time.")]
    status: Annotated[int, Meta(ge=400, le=599, description="The HTTP status [code].")]
    detail: Annotated[str, Meta(description="What was wrong with this request.")]
    instance: Annotated[str, Meta(description="The path that was asked.")]
    request_id: Annotated[str, Meta(description="Names this request in the service's log.")]
    field: Annotated[str, Meta(description="Where in the request, dotted.")] | None = None
    nearest: Annotated[
        tuple[str, ...], Meta(description="What would have been answered, the nearest first.")
    ] = ()


class Refused(Exception):
    """A request that cannot be read; raised at the edge, before the domain is asked."""

    def __init__(
        self,
        kind: str,
        detail: str,
        *,
        field: str | None = None,
        nearest: Sequence[str] = (),
        headers: Mapping[str, str] | None = None,
        retry_after_seconds: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.field = field
        self.nearest = tuple(nearest)
        self.headers = dict(headers or {})
        if retry_after_seconds is not None:
            self.headers["retry-after"] = str(retry_after_seconds)


def problem(
    scope: Scope, kind: str, detail: str, *, field: str | None = None, nearest: Sequence[str] = ()
) -> Problem:
    """A problem of this kind, for this request."""
    return Problem(
        type=BASE + kind,
        title=KINDS[kind].title,
        status=KINDS[kind].status,
        detail=detail,
        instance=scope["path"],
        request_id=scope["state"]["request_id"],
        field=field,
        nearest=tuple(nearest),
    )


def problem_of(error: Exception, scope: Scope) -> Problem:
    """The problem that an exception stands for; for an unforeseen one, the last resort."""
    if isinstance(error, Refused):
        return problem(scope, error.kind, error.detail, field=error.field, nearest=error.nearest)
    if isinstance(error, errors.Refusal):
        kind = next(REFUSALS[base] for base in type(error).__mro__ if base in REFUSALS)
        return problem(
            scope,
            kind,
            error.detail,
            field=_as_asked(error.field, scope),
            nearest=error.nearest,
        )
    if isinstance(error, HTTPException) and error.status_code in HTTP_KINDS:
        kind = HTTP_KINDS[error.status_code]
        return problem(scope, kind, _http_detail(kind, error))
    return internal_error(scope)


def internal_error(scope: Scope) -> Problem:
    """The last resort: fixed text, so that nothing of the inside reaches a caller."""
    return problem(
        scope, "internal-error", "The service failed on this request; its log names the cause."
    )


class ProblemAnswerer:
    """Answers exceptions with problems; writes what was unforeseen to the log."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def __call__(self, request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        """The response to an exception that a handler or the router raised."""
        answer = problem_of(error, request.scope)
        if answer.status == KINDS["internal-error"].status:
            self._log.error("unforeseen", request_id=answer.request_id, error=error)
        headers: Mapping[str, str] = getattr(error, "headers", None) or {}
        return Response(
            msgspec.json.encode(answer),
            status_code=answer.status,
            media_type="application/problem+json",
            headers={**headers, "cache-control": "no-store"},
        )


def _as_asked(field: str, scope: Scope) -> str:
    """The field's name in this request: a query string has no nesting, and no whole purchase."""
    if scope["method"] not in {"GET", "HEAD"}:  # type: ignore[typeddict-item]
        return field
    return "option" if _PURCHASE.fullmatch(field) else field.rpartition(".")[2]


def _http_detail(kind: str, error: HTTPException) -> str:
    if kind == "not-found":
        return "Nothing is served under this path; /docs and /openapi.json say what is."
    return error.detail
