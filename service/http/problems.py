"""All failures of a request, as problems of RFC 9457.

`type` is a stable URI with a fixed `title`. `detail` says what was wrong with this request, `field`
where (dotted, as in the request), and `nearest` lists valid values, the nearest first.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from litestar.exceptions import HTTPException
from litestar.types import Scope
from msgspec import Meta, Struct

from pricing import errors
from pricing.lists import rows_of
from pricing.quote.messages import said
from service.http.response import NEVER_STORE, PROBLEM, Reply

_PURCHASE = re.compile(r"purchases?(\[\d+\])?")
"""The path of a whole purchase."""

BASE = "/problems/"
"""What types begin with: paths of the service that refused, which serves a page for each."""

MOST_NEAREST = 3

NOTHING_HERE = "There is nothing under this path. /docs and /openapi.json list the paths."


class Kind(Struct, frozen=True):
    """A type of problem: its title, its status, and when it occurs."""

    title: str
    status: int
    summary: str


KINDS: dict[str, Kind] = {
    row["type"]: Kind(row["title"], int(row["status"]), row["summary"])
    for row in rows_of("service.http", "problems.csv")
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
    405: "method-not-allowed",
    413: "too-large",
}


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The reason why a request failed (RFC 9457)."""

    type: Annotated[
        str,
        said(
            "URI of the type of problem. It never changes.",
            examples=[f"{BASE}no-price"],
        ),
    ]
    title: Annotated[str, said("Title of the type of problem. It is always the same.")]
    status: Annotated[int, Meta(ge=400, le=599, description="The HTTP status [code].")]
    detail: Annotated[str, said("What is wrong with this request.")]
    instance: Annotated[str, said("Path of the request.")]
    request_id: Annotated[str, said("Id of this request in the log of the service.")]
    field: Annotated[str, said("Place in the request, dotted.")] | None = None
    nearest: Annotated[
        tuple[str, ...], said("Values that would be answered, the nearest first.")
    ] = ()


class Refused(Exception):
    """A request that is refused before `pricing` is called."""

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
    """A problem of a kind, for this request."""
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


def reply_of(problem: Problem) -> Reply:
    """A problem as it is sent where no handler sends it."""
    return Reply(
        msgspec.json.encode(problem),
        status=problem.status,
        media=PROBLEM,
        headers=(NEVER_STORE,),
    )


def problem_of(error: Exception, scope: Scope) -> Problem:
    """The problem for an exception; an internal error for an unforeseen one."""
    if isinstance(error, Refused):
        return problem(scope, error.kind, error.detail, field=error.field, nearest=error.nearest)
    if isinstance(error, errors.Refusal):
        kind = next(REFUSALS[base] for base in type(error).__mro__ if base in REFUSALS)
        return problem(
            scope, kind, error.detail, field=_as_asked(error.field, scope), nearest=error.nearest
        )
    if isinstance(error, HTTPException) and error.status_code in HTTP_KINDS:
        kind = HTTP_KINDS[error.status_code]
        return problem(scope, kind, NOTHING_HERE if kind == "not-found" else error.detail)
    return internal_error(scope)


IN_WORDS = "q"
"""The field of a question in words, which a person who asked it knows."""


def words_of(problem: Problem) -> str:
    """A problem for a person: what is wrong, where, and what would be answered."""
    told = detail_of(problem)
    tried = ", ".join(near_of(problem)[:MOST_NEAREST])
    told = told if told.endswith("?") else f"{told}."
    return f"{told} Try {tried}." if tried else told


def detail_of(problem: Problem) -> str:
    """What is wrong and where, as a sentence without its end."""
    is_said = problem.field == IN_WORDS and problem.type != f"{BASE}invalid-request"
    where = f" ({problem.field})" if problem.field and not is_said else ""
    return f"{problem.detail[:1].upper()}{problem.detail[1:].removesuffix('.')}{where}"


def near_of(problem: Problem) -> list[str]:
    """What would be answered, for a person."""
    return [*dict.fromkeys(map(offer_words, problem.nearest))]


_ROW = re.compile(r"([^/]+)/([^/]+)/.+/([a-z0-9_]+)/\d{4}-\d\d-\d\d")
"""The id of a price: provider, region, instance type, option and day."""


def offer_words(name: str) -> str:
    """The id of a price in words; any other name as it is.

    >>> offer_words("gcp/asia-northeast1/g2-standard-4/spot/2026-07-22"), offer_words("owned")
    ('spot from gcp asia-northeast1', 'owned')
    """
    if not (row := _ROW.fullmatch(name)):
        return name
    provider, region, option = row.groups()
    place = provider if region == "global" else f"{provider} {region}"
    return f"{option.replace('_', ' ')} from {place}"


def internal_error(scope: Scope) -> Problem:
    """An internal error, with a fixed text that reveals nothing."""
    return problem(
        scope, "internal-error", "The service failed on this request. Its log has the cause."
    )


def _as_asked(field: str, scope: Scope) -> str:
    """The name of the field in this request: a query string has no nested fields."""
    if scope["method"] not in {"GET", "HEAD"}:  # type: ignore[typeddict-item]
        return field
    return "option" if _PURCHASE.fullmatch(field) else field.rpartition(".")[2]
