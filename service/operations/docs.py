"""The API's document, and pages that show it; every byte of them comes from the package."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from anyio import to_thread
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.types import ASGIApp

from pricing.catalog.library import Library
from service.http.request import headers_of
from service.http.response import DAY_LONG, REVALIDATE, Header, Reply, entity_tag, tagged
from service.operations import openapi
from service.operations.operation import AnyRequest, Operation

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
"""Swagger UI writes style attributes and draws with data: images; no script is inline."""


def handlers(operations: Sequence[Operation], library: Library) -> list[HTTPRouteHandler]:
    """Handlers of /openapi.json, /docs and what the page loads."""

    @cache
    def document() -> tuple[bytes, bytes]:
        body = openapi.text(openapi.document(operations, library))
        return body, entity_tag(body)

    async def read_document(request: AnyRequest) -> ASGIApp:
        body, tag = await to_thread.run_sync(document)
        return tagged(body, headers_of(request.scope).get(b"if-none-match"), tag=tag)

    async def read_page(request: AnyRequest) -> ASGIApp:
        return _file(request, "docs.html", b"text/html; charset=utf-8", (REVALIDATE, _PAGE_POLICY))

    async def read_asset(request: AnyRequest, asset: FromPath[str]) -> ASGIApp:
        if asset not in _ASSETS:
            raise NotFoundException
        name, media = _ASSETS[asset]
        return _file(request, name, media, (DAY_LONG,))

    return [
        HTTPRouteHandler("/openapi.json", http_method=["GET", "HEAD"])(read_document),
        HTTPRouteHandler("/docs", http_method=["GET", "HEAD"])(read_page),
        HTTPRouteHandler("/docs/{asset:str}", http_method=["GET", "HEAD"])(read_asset),
    ]


def _file(request: AnyRequest, name: str, media: bytes, headers: Sequence[Header]) -> Reply:
    body, tag = _content(name)
    held = headers_of(request.scope).get(b"if-none-match")
    return tagged(body, held, tag=tag, media=media, headers=headers)


@cache
def _content(name: str) -> tuple[bytes, bytes]:
    body = (STATIC / name).read_bytes()
    return body, entity_tag(body)
