"""An operation of the API, and the handler that serves it.

An operation is data: what it is called, what is asked, what is answered, and the function in
between. The routes and the OpenAPI document are both made from it, so they cannot disagree.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from litestar import Request, Response
from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.errors import NotFinite
from service.access.auth import Authenticator
from service.formats.flatten import written
from service.formats.media import CSV, Format, format_of
from service.formats.writers import WRITERS
from service.http.request import (
    JSON,
    check_content_type,
    check_no_parameters,
    chosen_media,
    decoded,
    headers_of,
    parameters,
    read_body,
)
from service.http.response import BY_ACCEPT, NEVER_STORE, REVALIDATE, NoResponse, Reply, tagged
from service.operations.executor import Answer, ClientDisconnected, QueryExecutor, Route

AnyRequest = Request[Any, Any, Any]

Post = Callable[[AnyRequest, QueryExecutor, Mapping[str, Route], int], Awaitable[ASGIApp]]
"""Serves a request, with the routes by media type; the number is the largest body [bytes]."""

_NOT_FINITE_MARK = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]")


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One method on one path.

    asks: the Struct of the body (POST) or of the parameters (GET); answer: the domain's
    function; example: a query for the document, None where nothing is asked;
    is_heavy: whether answering takes long, and must leave the event loop free: it is run on a
    thread, and calls `workers.checkpoint` in between where it works on whole tables;
    volatile: whether the answer is about this moment, must not be kept and is JSON only; pictures:
    what draws the answer to a POST, by media type; write: what writes it in a form, instead of
    encoding what `answer` answers; post: what serves a POST instead of decode, answer and reply;
    tables: what its body may be instead of JSON, by media type; beside: the parameters beside one.
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
    is_heavy: bool = False
    volatile: bool = False
    pictures: Mapping[str, Callable[[Any], bytes]] = field(default_factory=dict)
    write: Callable[[Any, Library, Format], bytes] | None = None
    post: Post | None = None
    tables: Sequence[str] = ()
    beside: type[Struct] | None = None

    @property
    def media(self) -> tuple[str, ...]:
        """What the answer may be sent as, JSON first."""
        tables = () if self.volatile else (form.media for form in WRITERS)
        return (JSON, *self.pictures, *tables)


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
    operations: Sequence[Operation],
    executor: QueryExecutor,
    *,
    auth: Authenticator | None,
    max_body_bytes: int,
) -> list[HTTPRouteHandler]:
    """The route handlers of the operations: admit, decode, answer, reply."""
    paths = dict.fromkeys(operation.path for operation in operations)
    options = [_options(path, operations) for path in paths]
    return options + [
        _moment(operation, executor)
        if operation.volatile
        else _get(operation, executor, auth, fuller=_fuller(operation, operations))
        if operation.method == "GET"
        else _post(operation, executor, auth, max_body_bytes)
        for operation in operations
    ]


def _fuller(operation: Operation, operations: Sequence[Operation]) -> type[Struct] | None:
    """What a POST to the path of an operation asks, where it has one."""
    return next(
        (
            other.asks
            for other in operations
            if (other.method, other.path) == ("POST", operation.path)
        ),
        None,
    )


def _options(path: str, operations: Sequence[Operation]) -> HTTPRouteHandler:
    """What a path may be asked with: Litestar's own answer knows the first handler alone."""
    methods = {operation.method for operation in operations if operation.path == path}
    allow = sorted({"OPTIONS", *methods, *(("HEAD",) if "GET" in methods else ())})

    async def answer(request: AnyRequest) -> Response[None]:  # noqa: ARG001 - Litestar's
        return Response(None, status_code=204, headers={"allow": ", ".join(allow)})

    return HTTPRouteHandler(path, http_method="OPTIONS", status_code=204)(answer)


def _post(
    operation: Operation, executor: QueryExecutor, auth: Authenticator | None, max_body_bytes: int
) -> HTTPRouteHandler:
    decode = msgspec.json.Decoder(operation.asks).decode
    routes = {media: _route(operation, executor, media) for media in operation.media}

    async def post(request: AnyRequest) -> ASGIApp:
        headers = headers_of(request.scope)
        if auth is not None:
            await auth.admit(request.scope, headers, "read")
        if operation.post is not None:
            return await operation.post(request, executor, routes, max_body_bytes)
        route = routes[chosen_media(headers, operation.media)]
        check_content_type(headers)
        check_no_parameters(request.scope)
        body = await read_body(headers, request.receive, limit=max_body_bytes)
        query = decoded(decode, body, operation.asks)
        try:
            answer = await executor.answer(route, query, request.receive)
        except ClientDisconnected:
            return NoResponse()
        return reply_of(answer)

    return HTTPRouteHandler(operation.path, http_method="POST", name=operation.id, status_code=200)(
        post
    )


def reply_of(answer: Answer) -> Reply:
    """An answer to a POST as it is sent."""
    return Reply(answer.body, media=answer.media, headers=(answer.cache_status, BY_ACCEPT))


def _get(
    operation: Operation,
    executor: QueryExecutor,
    auth: Authenticator | None,
    *,
    fuller: type[Struct] | None,
) -> HTTPRouteHandler:
    routes = {media: _route(operation, executor, media) for media in operation.media}

    async def get(request: AnyRequest) -> ASGIApp:
        headers = headers_of(request.scope)
        if auth is not None:
            await auth.admit(request.scope, headers, "read")
        route = routes[chosen_media(headers, operation.media)]
        query = parameters(request.scope, operation.asks, fuller=fuller)
        try:
            answer = await executor.answer(route, query, request.receive)
        except ClientDisconnected:
            return NoResponse()
        return tagged(
            answer.body,
            headers.get(b"if-none-match"),
            media=answer.media,
            headers=(REVALIDATE, answer.cache_status, BY_ACCEPT),
        )

    return HTTPRouteHandler(operation.path, http_method=["GET", "HEAD"], name=operation.id)(get)


def _moment(operation: Operation, executor: QueryExecutor) -> HTTPRouteHandler:
    """About this moment: open to all, never kept."""

    async def get(request: AnyRequest) -> ASGIApp:
        headers = headers_of(request.scope)
        chosen_media(headers)
        query = parameters(request.scope, operation.asks)
        body = encoded(operation.answer(query, executor.library))
        return Reply(body, headers=(NEVER_STORE,))

    return HTTPRouteHandler(operation.path, http_method=["GET", "HEAD"], name=operation.id)(get)


def _route(operation: Operation, executor: QueryExecutor, media: str) -> Route:
    """An operation's answers in one form; pictures are drawn, and tables written, on a thread."""
    form = format_of(media)
    draw = operation.pictures.get(media)
    is_table = draw is None and form in WRITERS
    # Who asks by parameters wants a line to import.
    is_brief = form is CSV and operation.method == "GET"

    def work(query: Any, library: Library) -> bytes:
        if operation.write is not None:
            return operation.write(query, library, form)
        answer = operation.answer(query, library)
        body = encoded(answer)
        if is_table:
            return written(answer, form, query, is_brief=is_brief)
        return body if draw is None else draw(answer)

    return executor.route(
        operation.id,
        work,
        is_heavy=operation.is_heavy or is_table or draw is not None,
        media=form.content_type,
    )
