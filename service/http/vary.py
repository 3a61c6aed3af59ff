"""Varying: what else than the address an answer hangs on, where pages of other origins may ask."""

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.http.response import BY_ACCEPT

NAME, BY = BY_ACCEPT
BY_ORIGIN_TOO = (NAME, BY + b", origin")


class VaryByOrigin:
    """Wraps an ASGI application whose headers hang on the origin of the page that asks.

    Litestar puts `Vary: Origin` in the place of what stood there, and only where it lets a page
    read; a cache must know of both, and where it does not as well.
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
