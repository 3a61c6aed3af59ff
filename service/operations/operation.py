"""An operation of the API as data, and the handlers that serve operations.

The routes and the OpenAPI document are both made from the operations, so that they agree.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Literal

import msgspec
import polars as pl
from anyio import to_thread
from litestar.types import ASGIApp, Receive, Scope
from msgspec import Struct

from pricing.catalog.library import Library
from service.access.auth import Authenticator
from service.formats.flatten import written, written_rows
from service.formats.media import CSV, PROFILED, format_of
from service.formats.selection import (
    FIELDS,
    FORM,
    form_of,
    is_pinned,
    selected,
    selecting,
    tree_of,
    trimmed,
    unselecting,
    verbosity_of,
)
from service.formats.writers import WRITERS
from service.http.compressed_body import bytes_of
from service.http.paging import links
from service.http.problems import Refused
from service.http.request import (
    DECODE_ON_LOOP_BYTES,
    JSON,
    check_content_type,
    check_no_parameters,
    chosen_media,
    decoded_aside,
    given_parameters,
    headers_of,
    located,
    of_parameters_aside,
    parameters,
    read_body,
)
from service.http.response import BY_ACCEPT, NEVER_STORE, PINNED, REVALIDATE, Reply, tagged
from service.http.route import Handler, RouteHandler, route
from service.operations.executor import Answer, QueryExecutor, Route

Post = Callable[[Scope, Receive, QueryExecutor, Mapping[str, Route], int], Awaitable[ASGIApp]]
"""Serves a request, given the routes by media type and the largest body [bytes]."""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One method on one path.

    asks: the Struct of the body (POST) or of the parameters (GET)
    answers: the Struct of the answer
    answer: the function of `pricing` in between
    example: makes the query of the document's example
    is_heavy: whether answering takes long: it runs on a thread, with cancellation points
    is_long: tells the questions of another operation that may take long: they do likewise
    located: the parameter that is the rest of the path, slashes and all; empty for none
    volatile: whether the answer is about this moment: it is never cached, and JSON only
    pictures: functions that draw the answer to a POST, by media type
    rows: answers in other rows instead, by profile
    post: serves a POST instead of decode, answer and reply
    tables: media types that the body may have instead of JSON
    table_parameters: the parameters beside such a table
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
    is_long: Callable[[Any], bool] | None = None
    located: str = ""
    volatile: bool = False
    pictures: Mapping[str, Callable[[Any], bytes]] = field(default_factory=dict)
    rows: Mapping[str, Callable[[Any, Library], pl.DataFrame]] = field(default_factory=dict)
    post: Post | None = None
    tables: Sequence[str] = ()
    table_parameters: type[Struct] | None = None

    @cached_property
    def asked(self) -> type[Struct]:
        """What is decoded: the query, and the fields of the answer that are wanted.

        A sweep has its columns instead.
        """
        if self.volatile or self.post is not None:
            return self.asks
        is_get = self.method == "GET"
        forms = tuple(format_of(media).name for media in self.media) if is_get else ()
        return selecting(self.asks, is_listed=is_get, forms=forms)

    @property
    def place(self) -> str:
        """The part of the path before the parameter that is in it."""
        return self.path.split("{", maxsplit=1)[0]

    @property
    def media(self) -> tuple[str, ...]:
        """The media types of the answer, JSON first."""
        tables = () if self.volatile else (form.media for form in WRITERS)
        profiled = (form.media for form in PROFILED if form.profile in self.rows)
        return (JSON, *self.pictures, *tables, *profiled)


def handlers(
    operations: Sequence[Operation],
    executor: QueryExecutor,
    *,
    auth: Authenticator | None,
    max_body_bytes: int,
) -> list[RouteHandler]:
    """The handlers of the operations, one for each path."""
    posted = {one.path: one.asks for one in operations if one.method == "POST"}
    by_path: dict[str, dict[str, Handler]] = {}
    for operation in operations:
        if operation.volatile:
            handler = _moment(operation, executor)
        elif operation.method == "GET":
            handler = _get(operation, executor, auth, posted=posted.get(operation.path))
        else:
            handler = _post(operation, executor, auth, max_body_bytes)
        by_path.setdefault(operation.path, {})[operation.method] = handler
    return [route(path, by_method) for path, by_method in by_path.items()]


def _post(
    operation: Operation, executor: QueryExecutor, auth: Authenticator | None, max_body_bytes: int
) -> Handler:
    decode = msgspec.json.Decoder(operation.asked).decode
    routes = {media: route_of(operation, executor, media) for media in operation.media}
    offered = tuple(routes)

    async def post(scope: Scope, receive: Receive) -> ASGIApp:
        headers = headers_of(scope)
        if auth is not None:
            await auth.admit(scope, headers, "read")
        if operation.post is not None:
            return await operation.post(scope, receive, executor, routes, max_body_bytes)
        route = routes[chosen_media(headers, offered)]
        check_content_type(headers)
        check_no_parameters(scope)
        with executor.body_memory.held() as hold:
            body = await read_body(headers, receive, limit=max_body_bytes, hold=hold)
            query = await decoded_aside(decode, body, operation.asked)
        return reply_of(await _answered(operation, executor, route, query, receive))

    return post


def reply_of(answer: Answer) -> Reply:
    """The reply with an answer to a POST."""
    return Reply(answer.body, media=answer.media, headers=(answer.cache_status, BY_ACCEPT))


def _get(
    operation: Operation,
    executor: QueryExecutor,
    auth: Authenticator | None,
    *,
    posted: type[Struct] | None,
) -> Handler:
    routes = {media: route_of(operation, executor, media) for media in operation.media}
    offered = tuple(routes)
    by_name: dict[str | None, str] = {format_of(media).name: media for media in routes}
    is_page = "next_offset" in operation.answers.__struct_fields__

    async def get(scope: Scope, receive: Receive) -> ASGIApp:
        headers = headers_of(scope)
        if auth is not None:
            await auth.admit(scope, headers, "read")
        given = given_parameters(scope)
        accepted = None if FORM in given else chosen_media(headers, offered)
        if operation.located:
            given = located(scope, given, operation.located, operation.place)
        query = await of_parameters_aside(given, operation.asked, posted=posted)
        route = routes[accepted or by_name[form_of(query)]]
        answer = await _answered(operation, executor, route, query, receive)
        is_whole_page = is_page and route.media == JSON and not selected(query)
        return tagged(
            answer.body,
            headers.get(b"if-none-match"),
            media=answer.media,
            headers=(
                PINNED if is_pinned(query) else REVALIDATE,
                answer.cache_status,
                BY_ACCEPT,
                *(links(scope, answer.body) if is_whole_page else ()),
            ),
        )

    return get


async def _answered(
    operation: Operation, executor: QueryExecutor, route: Route, query: Struct, receive: Receive
) -> Answer:
    """The answer, or the fields of it that the query selects.

    Questions with the same whole answer share what is cached, unless it is a table.
    """
    names = selected(query)
    if names and route.media in operation.pictures:
        raise Refused("invalid-request", "A picture has no fields to choose.", field=FIELDS)
    if route.media != JSON:
        return await executor.answer(route, query, receive)
    if not names:
        is_plain = verbosity_of(query) is None and form_of(query) is None
        plain = query if is_plain else unselecting(query, operation.asks)
        return await executor.answer(route, plain, receive)
    tree_of(names, operation.answers)  # refused before any work
    answer = await executor.answer(route, unselecting(query, operation.asks), receive)
    trim = partial(trimmed, bytes_of(answer.body), names, operation.answers)
    is_short = len(answer.body) <= DECODE_ON_LOOP_BYTES
    return answer._replace(body=trim() if is_short else await to_thread.run_sync(trim))


def _moment(operation: Operation, executor: QueryExecutor) -> Handler:
    """The handler of a volatile operation, which needs no key."""

    async def get(scope: Scope, receive: Receive) -> ASGIApp:  # noqa: ARG001 - a handler's
        headers = headers_of(scope)
        chosen_media(headers)
        query = parameters(scope, operation.asks)
        body = msgspec.json.encode(operation.answer(query, executor.library))
        return Reply(body, headers=(NEVER_STORE,))

    return get


def route_of(operation: Operation, executor: QueryExecutor, media: str) -> Route:
    """The route of an operation in one format. Pictures and tables are written on a thread."""
    form = format_of(media)
    draw = operation.pictures.get(media)
    rows = operation.rows.get(form.profile)
    is_table = draw is None and (rows is not None or form in WRITERS)
    # Who asks by parameters wants a line to import.
    is_brief = form is CSV and operation.method == "GET"

    def work(query: Any, library: Library) -> bytes:
        if not is_table:
            if form_of(query):
                query = unselecting(query, operation.asks)
            answer = operation.answer(query, library)
            return msgspec.json.encode(answer) if draw is None else draw(answer)
        names, verbosity = selected(query), verbosity_of(query)
        if names or verbosity or form_of(query):
            query = unselecting(query, operation.asks)
        if rows is not None:
            return written_rows(rows(query, library), PROFILED[form], names)
        return written(
            operation.answer(query, library),
            form,
            query,
            is_brief=is_brief,
            names=names,
            verbosity=verbosity,
        )

    is_heavy = operation.is_heavy or is_table or draw is not None
    return Route(
        id=operation.id,
        is_heavy=is_heavy,
        work=work,
        latency=executor.latency_of(is_heavy=is_heavy),
        is_long=operation.is_long,
        media=media,
        content_type=form.content_type,
    )
