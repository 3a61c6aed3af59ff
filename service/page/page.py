"""The page that a browser gets at the root, and the files that it loads.

The files lie under the digest of them all. They may be kept for ever, and a page never loads the
files of another version.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from litestar.types import ASGIApp, Receive, Scope

from service.http.encoding import ENCODERS, ENCODING, wanted_encoding
from service.http.problems import NOTHING_HERE, Refused
from service.http.request import JSON, Headers, chosen_media, headers_of
from service.http.response import BY_ACCEPT, REVALIDATE, Header, Reply, entity_tag, tagged
from service.http.route import Handler, RouteHandler, route

FILES = Path(__file__).resolve().parent.parent / "static" / "page"
ROOT = "/"
INDEX = "index.html"
HTML = "text/html"

MEDIA = {
    ".css": b"text/css; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".svg": b"image/svg+xml",
}
"""The types of the files of the page, by their endings."""

POLICY: Header = (
    b"content-security-policy",
    (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        b" connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
        b" require-trusted-types-for 'script'; trusted-types 'none'"
    ),
)
"""Nothing of another host, no script and no style that stands in the page itself."""

FOR_EVER: Header = (b"cache-control", b"public, max-age=31536000, immutable")
"""Of files whose address has their digest."""
BY_ENCODING: Header = (b"vary", b"accept-encoding")


class File(NamedTuple):
    """A file of the page."""

    media: bytes
    body: bytes


@cache
def files() -> dict[str, File]:
    """The files that the page loads, by their paths below its folder."""
    found = sorted(path for path in FILES.rglob("*") if path.suffix in MEDIA)
    return {
        path.relative_to(FILES).as_posix(): File(MEDIA[path.suffix], path.read_bytes())
        for path in found
    }


@cache
def folder() -> str:
    """The folder that the files are served in: the digest of all of them."""
    digest = hashlib.sha256()
    for name, file in files().items():
        digest.update(b"%s %d\n" % (name.encode(), len(file.body)))
        digest.update(file.body)
    return f"page/{digest.hexdigest()[:16]}"


@cache
def index() -> tuple[bytes, bytes]:
    """The page with the addresses of its files, and its entity tag."""
    text = (FILES / INDEX).read_text(encoding="utf-8")
    loads = "\n".join(f'    <link rel="modulepreload" href="FILES/{name}">' for name in modules())
    body = text.replace("    <!-- modules -->", loads).replace("FILES/", f"{folder()}/").encode()
    return body, entity_tag(body)


def modules() -> Iterator[str]:
    """The scripts of the page: a browser that knows them all fetches them at once."""
    return (name for name in files() if name.endswith(".js"))


def handlers() -> list[RouteHandler]:
    """The handlers of the page and of its files. None needs a key."""
    served = [(f"/{folder()}/{name}", file) for name, file in files().items()]
    return [
        route(ROOT, {"GET": _read_page}),
        *(route(at, {"GET": _file(file)}) for at, file in served),
    ]


async def _read_page(scope: Scope, receive: Receive) -> ASGIApp:  # noqa: ARG001 - a handler's
    headers = headers_of(scope)
    if not _is_browser(headers):
        raise Refused("not-found", NOTHING_HERE, headers={"vary": "accept"})
    body, tag = index()
    return tagged(
        body,
        headers.get(b"if-none-match"),
        tag=tag,
        media=b"text/html; charset=utf-8",
        headers=(REVALIDATE, BY_ACCEPT, POLICY),
    )


def _file(file: File) -> Handler:
    """The handler of a file. Its address is its digest, so that it has no tag."""

    async def read_file(scope: Scope, receive: Receive) -> ASGIApp:  # noqa: ARG001 - a handler's
        encoding = wanted_encoding(headers_of(scope))
        if encoding is None:
            return Reply(file.body, media=file.media, headers=(FOR_EVER, BY_ENCODING))
        encoded: Header = (ENCODING, encoding.encode())
        body = _encoded(file, encoding)
        return Reply(body, media=file.media, headers=(FOR_EVER, BY_ENCODING, encoded))

    return read_file


@cache
def _encoded(file: File, encoding: str) -> bytes:
    """A file as a browser accepts it, made once. Each is short, but they are many."""
    return ENCODERS[encoding]().encoded(file.body, is_last=True)


def _is_browser(headers: Headers) -> bool:
    """Whether a page is preferred to JSON. Programs accept anything, and name no page."""
    try:
        return chosen_media(headers, (JSON, HTML)) == HTML
    except Refused:
        return False
