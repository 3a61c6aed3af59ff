"""The Vary header of answers that web pages of other origins may read."""

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
