"""What describes the service: /v1, and /openapi.json and /docs from the package alone."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

from anyio import to_thread
from litestar.types import ASGIApp, Receive, Scope
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.quote.messages import said
from service.http.request import NothingAsked, headers_of
from service.http.response import DAY_LONG, REVALIDATE, Header, entity_tag, tagged
from service.http.route import RouteHandler, route
from service.operations.openapi import document as openapi
from service.operations.operation import Operation

STATIC = Path(__file__).resolve().parent.parent / "static"

_ASSETS = {
    "docs.js": ("docs.js", b"text/javascript; charset=utf-8"),
    "swagger-ui-bundle.js": (
        "swagger-ui/swagger-ui-bundle.js",
        b"text/javascript; charset=utf-8",
    ),
    "swagger-ui.css": ("swagger-ui/swagger-ui.css", b"text/css; charset=utf-8"),
    "favicon-32x32.png": ("swagger-ui/favicon-32x32.png", b"image/png"),
}

_PAGE_POLICY: Header = (
    b"content-security-policy",
    (
        b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        b" base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
)
"""Swagger UI uses style attributes and data: images; no script is inline."""


class Entry(Struct, frozen=True, kw_only=True):
    """One thing to ask."""

    method: Annotated[str, said("GET or POST.")]
    path: Annotated[str, said("Path; a name in braces is yours to fill in.")]
    summary: Annotated[str, said("What it answers.")]


class Index(Struct, frozen=True, kw_only=True):
    """What can be asked, and where it is described."""

    document: Annotated[str, said("Path of the OpenAPI document.")]
    page: Annotated[str, said("Path of a page to try everything on.")]
    operations: Annotated[tuple[Entry, ...], said("Everything that is answered.")]


def index_of(operations: Sequence[Operation]) -> Operation:
    """The operation that lists the others."""
    entries = tuple(
        Entry(method=one.method, path=one.path, summary=one.summary) for one in operations
    )
    found = Index(document="/openapi.json", page="/docs", operations=entries)

    return Operation(
        id="listOperations",
        method="GET",
        path="/v1",
        tag="health",
        summary="What can be asked",
        description="Every path with what it answers, and where the service is described.",
        asks=NothingAsked,
        answers=Index,
        answer=lambda _asked, _library: found,
        example=lambda _library: NothingAsked(),
        volatile=True,
    )


def handlers(operations: Sequence[Operation], library: Library) -> list[RouteHandler]:
    """The handlers of /openapi.json, /docs and the files that the page loads.

    The document needs no key: its examples come from the releases of the package alone.
    """

    @cache
    def document() -> tuple[bytes, bytes]:
        body = openapi.text(openapi.document(operations, library.packaged))
        return body, entity_tag(body)

    async def read_document(scope: Scope, receive: Receive) -> ASGIApp:  # noqa: ARG001 - a handler's
        body, tag = await to_thread.run_sync(document)
        return tagged(body, headers_of(scope).get(b"if-none-match"), tag=tag)

    return [
        route("/openapi.json", {"GET": read_document}),
        _file("/docs", "docs.html", b"text/html; charset=utf-8", (REVALIDATE, _PAGE_POLICY)),
        *(
            _file(f"/docs/{asset}", name, media, (DAY_LONG,))
            for asset, (name, media) in _ASSETS.items()
        ),
    ]


def _file(path: str, name: str, media: bytes, headers: Sequence[Header]) -> RouteHandler:
    """The handler of a file of the package."""

    async def read_file(scope: Scope, receive: Receive) -> ASGIApp:  # noqa: ARG001 - a handler's
        body, tag = _content(name)
        held = headers_of(scope).get(b"if-none-match")
        return tagged(body, held, tag=tag, media=media, headers=headers)

    return route(path, {"GET": read_file})


@cache
def _content(name: str) -> tuple[bytes, bytes]:
    body = (STATIC / name).read_bytes()
    return body, entity_tag(body)
