"""The outermost layer: a request id, a log line, counters and security headers for every request.

It is one plain ASGI application: a stack of middleware would cost more time than a quote.
"""

import os
import re
from time import perf_counter

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.http.problems import internal_error, reply_of
from service.http.response import Header
from service.http.shares import caller
from service.logs import Log
from service.observability.metrics import Metrics
from service.observability.tracing import Tracer

REQUEST_ID = b"x-request-id"
UNMATCHED = "unmatched"
CLIENT_GONE = 499
"""Status in log and counters when the caller left before an answer began."""

_ID = re.compile(rb"[A-Za-z0-9._-]{1,128}")
_LONGEST_PATH = 512

SECURITY_HEADERS: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
POLICY = b"content-security-policy"
DATA_POLICY: Header = (POLICY, b"default-src 'none'; frame-ancestors 'none'; sandbox")
"""Of all but pages, which have their own: data that is taken for a page can load nothing."""
DATA_HEADERS = (*SECURITY_HEADERS, DATA_POLICY)


class AccessLog:
    """Wraps an ASGI application."""

    def __init__(self, app: ASGIApp, *, log: Log, metrics: Metrics, tracer: Tracer) -> None:
        self._app = app
        self._log = log
        self._metrics = metrics
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, log and count it."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        started = perf_counter()
        span = self._tracer.request(scope)
        path, method = scope["path"], scope["method"]
        request_id = _request_id(scope)
        state = scope.setdefault("state", {})
        state["request_id"] = request_id.decode()
        extra = (*SECURITY_HEADERS, (REQUEST_ID, request_id))
        status, sent_bytes, is_broken_off = CLIENT_GONE, 0, False

        async def send_and_note(message: Message) -> None:
            nonlocal status, sent_bytes
            if message["type"] == "http.response.start":
                status = message["status"]
                known = state.get("headers", ())
                given = message.get("headers", ())
                policy = () if any(name == POLICY for name, _ in given) else (DATA_POLICY,)
                message["headers"] = [*given, *policy, *extra, *known]
            elif message["type"] == "http.response.body":
                sent_bytes += len(message.get("body", b""))
            await send(message)

        client = scope.get("client")
        caller.set(client[0] if client else "")
        self._metrics.in_progress += 1
        try:
            await self._app(scope, receive, send_and_note)
        except Exception as error:
            self._log.error("unforeseen", request_id=request_id.decode(), error=error)
            if status != CLIENT_GONE:
                is_broken_off = True
                raise
            await reply_of(internal_error(scope))(scope, receive, send_and_note)
        finally:
            self._metrics.in_progress -= 1
            seconds = perf_counter() - started
            route = state.get("route")
            self._metrics.count(method, route or UNMATCHED, status, seconds)
            span.end(route, status, is_broken_off=is_broken_off)
            known = {"key": state.get("key"), "trace_id": span.trace_id}
            self._log.info(
                "request",
                method=method,
                path=path[:_LONGEST_PATH],
                status=status,
                duration_seconds=round(seconds, 6),
                bytes=sent_bytes,
                request_id=request_id.decode(),
                **{name: value for name, value in known.items() if value is not None},
            )


def _request_id(scope: Scope) -> bytes:
    """The id that the caller sent, if it is valid, else a new one."""
    for name, value in scope["headers"]:
        if name == REQUEST_ID and _ID.fullmatch(value):
            return value
    return os.urandom(16).hex().encode()
