"""Replies: bytes with headers, entity tags, and no body for HEAD.

A reply is an ASGI application. The response objects of Litestar cost more time than a quote.
"""

import hashlib
from collections.abc import Sequence

from litestar.types import Receive, Scope, Send

from service.http.compressed_body import PIECE_BYTES, Body, bytes_of, pieces_of

JSON = b"application/json"
PROBLEM = b"application/problem+json"

Header = tuple[bytes, bytes]

REVALIDATE: Header = (b"cache-control", b"no-cache")
"""To be revalidated: a question without `catalog` has a new answer after a release."""
NEVER_STORE: Header = (b"cache-control", b"no-store")
BY_ACCEPT: Header = (b"vary", b"accept, accept-encoding")
"""The answer depends on Accept, and on Accept-Encoding where it is long."""
PINNED: Header = (b"cache-control", b"private, max-age=86400, immutable")
"""Of a question that names its release and its day: the tables of a release never change. A new
version of the service may answer otherwise, hence for a day."""
DAY_LONG: Header = (b"cache-control", b"public, max-age=86400")

NOT_MODIFIED = 304


class Reply:
    """A reply with a status, headers and a body of known length."""

    __slots__ = ("body", "headers", "status")

    def __init__(
        self, body: Body, *, status: int = 200, media: bytes = JSON, headers: Sequence[Header] = ()
    ) -> None:
        self.body = body
        self.status = status
        self.headers: list[Header] = [
            (b"content-type", media),
            (b"content-length", b"%d" % len(body)),
            *headers,
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send it. A HEAD request gets the length of the body, and no body.

        A long body goes in pieces, each after the reader has taken the one before: what is on its
        way is a copy. No thread decompresses them: handing a piece over would take longer.
        """
        body = b"" if scope["method"] == "HEAD" else self.body  # type: ignore[typeddict-item]
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        if not isinstance(body, bytes) or len(body) > PIECE_BYTES:
            for piece in pieces_of(body):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            body = b""
        await send({"type": "http.response.body", "body": body, "more_body": False})


class Unchanged(Reply):
    """304: the caller has this answer already."""

    def __init__(self, headers: Sequence[Header]) -> None:
        super().__init__(b"", status=NOT_MODIFIED)
        self.headers = list(headers)


class ClientDisconnected(Exception):
    """The caller hung up before the answer was there: nothing is sent."""


def entity_tag(body: bytes) -> bytes:
    """The strong entity tag of a body: the sha256 of its bytes."""
    return b'"%s"' % hashlib.sha256(body).hexdigest().encode()


def tagged(
    body: Body,
    if_none_match: bytes | None,
    *,
    tag: bytes | None = None,
    media: bytes = JSON,
    headers: Sequence[Header] = (REVALIDATE,),
) -> Reply:
    """The body with its entity tag, or 304 where `If-None-Match` names that tag."""
    tag = tag or entity_tag(bytes_of(body))
    headers = [(b"etag", tag), *headers]
    if if_none_match is not None and _names(if_none_match, tag):
        return Unchanged(headers)
    return Reply(body, media=media, headers=headers)


def _names(if_none_match: bytes, tag: bytes) -> bool:
    """Whether the header names the tag, compared weakly (RFC 9110, 13.1.2)."""
    if if_none_match.strip() == b"*":
        return True
    return any(item.strip().removeprefix(b"W/") == tag for item in if_none_match.split(b","))
