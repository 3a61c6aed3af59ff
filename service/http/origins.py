"""Web pages of other origins: which may read answers, and the Vary header of what they read."""

from collections.abc import Collection

from litestar.config.cors import CORSConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.http.response import BY_ACCEPT

NAME, BY = BY_ACCEPT
BY_ORIGIN_TOO = (NAME, BY + b", origin")


class VaryByOrigin:
    """Wraps an ASGI application whose headers depend on the origin of the page that asks.

    Litestar overwrites `Vary` with `Origin`, and only where a page may read the answer. A cache
    must know both headers, for every answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def send_and_say(message: Message) -> None:
            if message["type"] == "http.response.start":
                others = [header for header in message["headers"] if header[0].lower() != NAME]
                message["headers"] = [*others, BY_ORIGIN_TOO]
            await send(message)

        await self._app(scope, receive, send_and_say)


def cors(origins: Collection[str]) -> CORSConfig | None:
    """The web pages of other origins that may read answers; none unless it is set."""
    if not origins:
        return None
    return CORSConfig(
        allow_origins=list(origins),
        allow_methods=["GET", "POST"],
        allow_headers=[
            *("authorization", "content-type", "if-none-match", "x-request-id"),
            *("mcp-method", "mcp-name", "mcp-protocol-version"),
        ],
        expose_headers=[
            *("cache-status", "etag", "ratelimit", "ratelimit-policy"),
            *("retry-after", "x-request-id"),
        ],
        max_age=600,
    )
