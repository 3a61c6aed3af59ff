"""Pages of other origins: which of them may read answers (the CORS protocol of Fetch)."""

from collections.abc import Collection, Iterable, Sequence

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.problems import problem
from service.replies import NEVER_STORE, PROBLEM, Header, Reply
from service.requests import Headers, headers_of

ANY = "*"

METHODS = ("GET", "HEAD", "POST")
SENT = (
    *("accept", "authorization", "content-encoding"),
    *("content-type", "if-none-match", "x-request-id"),
)
"""Headers that a page may send."""
READ = ("cache-status", "etag", "ratelimit", "ratelimit-policy", "retry-after", "x-request-id")
"""Headers of an answer that a page may read."""
KEPT_SECONDS = 600

_SAFE = frozenset({"accept-language", "content-language", "range"})
"""Headers that browsers let pass without asking, unless their values are unusual."""
_ASKED = b"access-control-request-method"


class Origins:
    """Wraps an ASGI application: answers what browsers ask first, and says who may read."""

    def __init__(self, app: ASGIApp, origins: Collection[str]) -> None:
        self._app = app
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        headers = headers_of(scope)
        origin = headers.get(b"origin", b"").decode("latin-1")
        if scope["method"] == "OPTIONS" and origin and _ASKED in headers:
            await self._preflight(scope, origin)(scope, receive, send)
            return
        allowed = self._allowed(origin)

        async def send_and_say(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*self._varied(message.get("headers", ())), *allowed]
            await send(message)

        await self._app(scope, receive, send_and_say)

    def _allowed(self, origin: str) -> Sequence[Header]:
        """What tells a browser that a page of this origin may read the answer."""
        if not origin or not self._origins & {ANY, origin}:
            return ()
        named = ANY if ANY in self._origins else origin
        return (
            (b"access-control-allow-origin", named.encode("latin-1")),
            (b"access-control-expose-headers", ", ".join(READ).encode()),
        )

    def _varied(self, headers: Iterable[Header]) -> list[Header]:
        """The headers, saying that another origin has another answer where it has."""
        if ANY in self._origins:
            return list(headers)
        others = [header for header in headers if header[0].lower() != b"vary"]
        varied = [value for name, value in headers if name.lower() == b"vary"]
        return [*others, (b"vary", b", ".join([*varied, b"origin"]))]

    def _preflight(self, scope: Scope, origin: str) -> Reply:
        """The answer to a browser that asks what a page may send."""
        allowed = self._allowed(origin)
        wrong = _wrong(headers_of(scope))
        if not allowed:
            wrong = ("Origin", f"pages of {origin[:200]} may not read answers")
        if wrong is not None:
            field, detail = wrong
            told = problem(scope, "invalid-request", detail, field=field)
            return Reply(
                msgspec.json.encode(told),
                status=told.status,
                media=PROBLEM,
                headers=self._varied((NEVER_STORE, *allowed)),
            )
        reply = Reply(b"", status=204)
        reply.headers = self._varied(
            (
                *allowed[:1],
                (b"access-control-allow-methods", ", ".join(METHODS).encode()),
                (b"access-control-allow-headers", ", ".join(SENT).encode()),
                (b"access-control-max-age", b"%d" % KEPT_SECONDS),
            )
        )
        return reply


def _wrong(headers: Headers) -> tuple[str, str] | None:
    """The header that asks for what no page may do, and what that is."""
    method = headers[_ASKED].decode("latin-1")
    if method not in METHODS:
        return "Access-Control-Request-Method", f"pages may not ask with {method[:100]}"
    asked = headers.get(b"access-control-request-headers", b"").decode("latin-1").lower()
    names = {name.strip() for name in asked.split(",")} - {"", *SENT, *_SAFE}
    if names:
        told = ", ".join(sorted(names))[:200]
        return "Access-Control-Request-Headers", f"pages may not send {told}"
    return None
