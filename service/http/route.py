"""The handler of one path, with all of its methods."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from litestar import Request
from litestar.handlers import ASGIRouteHandler, HTTPRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send

from service.http.problems import Refused
from service.http.response import ClientDisconnected, Reply

Handler = Callable[[Scope, Receive], Awaitable[ASGIApp]]
"""Answers a request with a reply, which is itself an ASGI application."""

RouteHandler: TypeAlias = ASGIRouteHandler | HTTPRouteHandler

NO_CONTENT = 204
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


def route(path: str, handlers: Mapping[str, Handler]) -> RouteHandler:
    """Serve a path with a handler by method.

    HEAD is served as GET is, and OPTIONS names the methods. The path, as it is written here, is
    left in the state of the request for logs and counters.
    """
    by_method = dict(handlers)
    if "GET" in by_method:
        by_method["HEAD"] = by_method["GET"]
    allow = ", ".join(sorted({"OPTIONS", *by_method}))

    async def options(_scope: Scope, _receive: Receive) -> ASGIApp:
        return Reply(b"", status=NO_CONTENT, headers=[(b"allow", allow.encode())])

    by_method["OPTIONS"] = options

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"]["route"] = path
        given = scope["raw_path"]
        if b"//" in given or (given.endswith(b"/") and given != b"/"):
            # The router reads over slashes, and the rules of a proxy do not.
            raise Refused("not-found", "A path has no empty part.")
        method: str = scope["method"]  # type: ignore[typeddict-item]
        handler = by_method.get(method)
        if handler is None:
            raise Refused(
                "method-not-allowed", f"{method} is not served here.", headers={"allow": allow}
            )
        try:
            reply = await handler(scope, receive)
        except ClientDisconnected:
            return
        await reply(scope, receive, send)

    if "{" in path:
        return _with_parameter(path, serve)
    return ASGIRouteHandler(path, copy_scope=False)(serve)


def _with_parameter(path: str, serve: ASGIApp) -> HTTPRouteHandler:
    """Serve all that is below a path: the router knows parameters for handlers of methods alone.

    What is in the path may have slashes of its own.
    """

    async def handle(request: Request[Any, Any, Any]) -> ASGIApp:  # noqa: ARG001 - a handler's
        return serve

    methods: list[Any] = list(METHODS)
    found = path.replace("}", ":path}")
    return HTTPRouteHandler(found, http_method=methods, include_in_schema=False)(handle)
