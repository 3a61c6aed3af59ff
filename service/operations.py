"""An operation of the API, and the handler that serves it.

An operation is data: what it is called, what is asked, what is answered, and the function in
between. The routes and the OpenAPI document are both made from it, so they cannot disagree.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from anyio import to_thread
from litestar import Request
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp
from msgspec import Struct

from pricing.catalog.library import Library
from service.replies import BY_ACCEPT, NEVER_STORE, Reply, tagged
from service.requests import (
    JSON,
    check_content_type,
    chosen_media,
    decoded,
    headers_of,
    parameters,
    read_body,
)

AnyRequest = Request[Any, Any, Any]

_NOT_FINITE_MARK = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One method on one path.

    asks: the Struct of the body (POST) or of the parameters (GET); answer: the domain's
    function; example: a query for the document, None where nothing is asked;
    takes_frames: whether answering works on whole tables, and must leave the event loop free;
    volatile: whether the answer is about this moment and must not be kept; pictures: what draws
    the answer to a POST, by media type.
    """

    id: str
    method: Literal["GET", "POST"]
    path: str
    tag: str
    summary: str
    description: str
    asks: type[Struct]
    answers: type[Struct]
    answer: Callable[[Any, Library], Struct]
    example: Callable[[Library], Struct]
    takes_frames: bool = False
    volatile: bool = False
    pictures: Mapping[str, Callable[[Any], bytes]] = field(default_factory=dict)

    @property
    def media(self) -> tuple[str, ...]:
        """What the answer may be sent as, JSON first."""
        return (JSON, *self.pictures)


class NotFinite(ArithmeticError):
    """A result is infinite or not a number: a fault of a formula, never sent."""


def encoded(answer: Struct) -> bytes:
    """The answer as JSON. Raises NotFinite where JSON would silently say null.

    MessagePack keeps what JSON cannot say, and its encoder is fast: a double is the byte 0xcb
    and eight more, whose exponent is all ones in every infinity and NaN. These three cannot
    stand in UTF-8 text; where they stand within another number, looking closely settles it.
    """
    packed = msgspec.msgpack.encode(answer)
    if _NOT_FINITE_MARK.search(packed) and not _is_finite(msgspec.msgpack.decode(packed)):
        raise NotFinite("a result is not finite")
    return msgspec.json.encode(answer)


def _is_finite(value: object) -> bool:
    if isinstance(value, float):
        return value - value == 0.0
    if isinstance(value, dict):
        return all(map(_is_finite, value.values()))
    if isinstance(value, list):
        return all(map(_is_finite, value))
    return True


def handlers(
    operations: Sequence[Operation], library: Library, *, max_body_bytes: int
) -> list[HTTPRouteHandler]:
    """The route handlers of the operations: decode, answer, encode, reply."""
    return [
        _get(operation, library)
        if operation.method == "GET"
        else _post(operation, library, max_body_bytes)
        for operation in operations
    ]


def _post(operation: Operation, library: Library, max_body_bytes: int) -> HTTPRouteHandler:
    decode = msgspec.json.Decoder(operation.asks).decode

    async def post(request: AnyRequest) -> ASGIApp:
        headers = headers_of(request.scope)
        media = chosen_media(headers, operation.media)
        check_content_type(headers)
        body = await read_body(headers, request.receive, limit=max_body_bytes)
        query = decoded(decode, body, operation.asks)
        answer = await _answer(operation, query, library)
        sent = encoded(answer)
        if media != JSON:
            sent = await to_thread.run_sync(operation.pictures[media], answer)
        return Reply(sent, media=media.encode(), headers=(BY_ACCEPT,) if operation.pictures else ())

    return HTTPRouteHandler(operation.path, http_method="POST", name=operation.id, status_code=200)(
        post
    )


def _get(operation: Operation, library: Library) -> HTTPRouteHandler:
    async def get(request: AnyRequest) -> ASGIApp:
        headers = headers_of(request.scope)
        chosen_media(headers)
        query = parameters(request.scope, operation.asks)
        body = encoded(await _answer(operation, query, library))
        if operation.volatile:
            return Reply(body, headers=(NEVER_STORE,))
        return tagged(body, headers.get(b"if-none-match"))

    return HTTPRouteHandler(operation.path, http_method=["GET", "HEAD"], name=operation.id)(get)


async def _answer(operation: Operation, query: Struct, library: Library) -> Struct:
    if operation.takes_frames:
        return await to_thread.run_sync(operation.answer, query, library)
    return operation.answer(query, library)
