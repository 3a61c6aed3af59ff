"""Agents over HTTP: /mcp without sessions, so that any process may answer, and /llms.txt."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

import msgspec
from anyio import to_thread
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.access.auth import Authenticator
from service.agents.desk import PATH, desk_of_service
from service.agents.llms_txt import index_text
from service.execution.collection import undisturbed
from service.http.decode_errors import check_keys
from service.http.problems import Refused
from service.http.request import (
    JSON,
    check_content_type,
    check_no_parameters,
    headers_of,
    read_body,
)
from service.http.response import REVALIDATE, entity_tag, tagged
from service.http.route import RouteHandler, route
from service.logs import Log
from service.operations.executor import QueryExecutor
from service.operations.operation import Operation, route_of

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def handlers(
    operations: Sequence[Operation],
    executor: QueryExecutor,
    *,
    auth: Authenticator | None,
    log: Log,
    max_body_bytes: int,
    origins: Collection[str],
    hosts: Collection[str],
) -> list[RouteHandler]:
    """The handlers of /mcp and /llms.txt.

    origins, hosts: of the web pages that may call, beside those of this machine.
    """
    by_id = {one.id: one for one in operations}
    routes = {one.id: route_of(one, executor, JSON) for one in operations if not one.volatile}
    index = index_text(operations).encode()
    tag = entity_tag(index)

    async def post(scope: Scope, receive: Receive) -> ASGIApp:
        headers = headers_of(scope)
        _check_origin(headers.get(b"origin"), origins, hosts)
        if auth is not None:
            await auth.admit(scope, headers, "read")
        check_content_type(headers)
        check_no_parameters(scope)
        with executor.body_memory.held() as hold:
            body = await read_body(headers, receive, limit=max_body_bytes, hold=hold)
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # told below
            await to_thread.run_sync(check_keys, body)
        protocol: Any = await to_thread.run_sync(_protocol)
        desk = desk_of_service(by_id, routes, executor, log, scope, receive)

        async def serve(scope: Scope, receive: Receive, send: Send) -> None:
            manager = protocol.manager_of(desk, max_body_bytes)
            async with manager.run():
                await manager.handle_request(
                    _unpacked(scope, len(body)), _read_already(body, receive), send
                )

        return serve

    async def read_index(scope: Scope, receive: Receive) -> ASGIApp:  # noqa: ARG001 - a handler's
        return tagged(
            index,
            headers_of(scope).get(b"if-none-match"),
            tag=tag,
            media=b"text/plain; charset=utf-8",
            headers=(REVALIDATE,),
        )

    return [route(PATH, {"POST": post}), route("/llms.txt", {"GET": read_index})]


@cache
def _protocol() -> Any:
    """What serves the protocol, which few need and takes long to import."""
    with undisturbed():
        return import_module("service.agents.protocol")


def _check_origin(given: bytes | None, origins: Collection[str], hosts: Collection[str]) -> None:
    """Refuse a web page that is not known. Its name may lead here by DNS rebinding."""
    if given is None:
        return
    origin = given.decode("latin-1")
    try:
        host = urlsplit(origin).hostname or ""
    except ValueError:
        host = ""
    known = origin in origins or "*" in origins or host in _LOOPBACK or host in hosts
    if not known:
        raise Refused(
            "origin-not-allowed",
            f"Pages of {origin[:200]} may not call: name it in UNITCOST_CORS_ORIGINS.",
            field="origin",
        )


def _unpacked(scope: Scope, length: int) -> Any:
    """The request as if its body had come without an encoding, and with an Accept header."""
    dropped = {b"content-encoding", b"content-length"}
    kept = [(name, value) for name, value in scope["headers"] if name not in dropped]
    if all(name != b"accept" for name, _ in kept):
        kept.append((b"accept", b"*/*"))
    return {**scope, "headers": [*kept, (b"content-length", b"%d" % length)]}


def _read_already(body: bytes, receive: Receive) -> Receive:
    """Hands on a body that was read, then what comes."""
    left: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return left.pop() if left else await receive()  # type: ignore[return-value]

    return next_message  # type: ignore[return-value]
