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
from service.access.gate import Gate
from service.answering import Answer, Answerer, CallerLeft, Route
from service.forms.flattening import written
from service.forms.kinds import CSV, Form, form_of
from service.forms.writers import WRITERS
from service.replies import BY_ACCEPT, NEVER_STORE, REVALIDATE, Reply, Unsent, tagged
from service.requests import (
    JSON,
    check_content_type,
    check_no_parameters,
    chosen_media,
    decoded,
    headers_of,
    parameters,
    read_body,
)

AnyRequest = Request[Any, Any, Any]

Post = Callable[[AnyRequest, Answerer, Mapping[str, Route], int], Awaitable[ASGIApp]]
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
    write: Callable[[Any, Library, Form], bytes] | None = None
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
    answerer: Answerer,
    *,
    gate: Gate | None,
    max_body_bytes: int,
) -> list[HTTPRouteHandler]:
    """The route handlers of the operations: admit, decode, answer, reply."""
    paths = dict.fromkeys(operation.path for operation in operations)
    options = [_options(path, operations) for path in paths]
    return options + [
        _moment(operation, answerer)
        if operation.volatile
        else _get(operation, answerer, gate, fuller=_fuller(operation, operations))
        if operation.method == "GET"
        else _post(operation, answerer, gate, max_body_bytes)
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
    operation: Operation, answerer: Answerer, gate: Gate | None, max_body_bytes: int
) -> HTTPRouteHandler:
    decode = msgspec.json.Decoder(operation.asks).decode
    routes = {media: _route(operation, answerer, media) for media in operation.media}

    async def post(request: AnyRequest) -> ASGIApp:
        headers = headers_of(request.scope)
        if gate is not None:
            await gate.admit(request.scope, headers, "read")
        if operation.post is not None:
            return await operation.post(request, answerer, routes, max_body_bytes)
        route = routes[chosen_media(headers, operation.media)]
        check_content_type(headers)
        check_no_parameters(request.scope)
        body = await read_body(headers, request.receive, limit=max_body_bytes)
        query = decoded(decode, body, operation.asks)
        try:
            answer = await answerer.answer(route, query, request.receive)
        except CallerLeft:
            return Unsent()
        return reply_of(answer)

    return HTTPRouteHandler(operation.path, http_method="POST", name=operation.id, status_code=200)(
        post
    )


def reply_of(answer: Answer) -> Reply:
    """An answer to a POST as it is sent."""
    return Reply(answer.body, media=answer.media, headers=(answer.cache_status, BY_ACCEPT))


def _get(
    operation: Operation,
    answerer: Answerer,
    gate: Gate | None,
    *,
    fuller: type[Struct] | None,
) -> HTTPRouteHandler:
    routes = {media: _route(operation, answerer, media) for media in operation.media}

    async def get(request: AnyRequest) -> ASGIApp:
        headers = headers_of(request.scope)
        if gate is not None:
            await gate.admit(request.scope, headers, "read")
        route = routes[chosen_media(headers, operation.media)]
        query = parameters(request.scope, operation.asks, fuller=fuller)
        try:
            answer = await answerer.answer(route, query, request.receive)
        except CallerLeft:
            return Unsent()
        return tagged(
            answer.body,
            headers.get(b"if-none-match"),
            media=answer.media,
            headers=(REVALIDATE, answer.cache_status, BY_ACCEPT),
        )

    return HTTPRouteHandler(operation.path, http_method=["GET", "HEAD"], name=operation.id)(get)


def _moment(operation: Operation, answerer: Answerer) -> HTTPRouteHandler:
    """About this moment: open to all, never kept."""

    async def get(request: AnyRequest) -> ASGIApp:
        headers = headers_of(request.scope)
        chosen_media(headers)
        query = parameters(request.scope, operation.asks)
        body = encoded(operation.answer(query, answerer.library))
        return Reply(body, headers=(NEVER_STORE,))

    return HTTPRouteHandler(operation.path, http_method=["GET", "HEAD"], name=operation.id)(get)


def _route(operation: Operation, answerer: Answerer, media: str) -> Route:
    """An operation's answers in one form; pictures are drawn, and tables written, on a thread."""
    form = form_of(media)
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

    return answerer.route(
        operation.id,
        work,
        is_heavy=operation.is_heavy or is_table or draw is not None,
        media=form.content_type,
    )
