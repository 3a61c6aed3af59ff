"""Connections with limits for slow clients and large headers.

A connection has a time limit for a whole request, from its opening or from the first byte after
the last answer. It has the same limit for taking an answer. A slow client costs other callers
nothing. A proxy in front makes this module optional.
"""

import asyncio
import os
from collections import OrderedDict
from typing import Any

import msgspec
from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.server import ServerState

from service.http.problems import BASE, KINDS, Problem
from service.http.transport import JoinedWrites
from service.observability.access_log import DATA_HEADERS
from service.observability.metrics import Metrics
from service.settings import Settings


class ConnectionLimits:
    """The limits of all connections, and the waiting connections, the slowest first."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.request_seconds = settings.request_seconds
        self.max_head_bytes = settings.max_head_bytes
        self.max_connections = settings.max_connections
        self.is_draining = False
        self.waiting: OrderedDict[TimeoutProtocol, None] = OrderedDict()
        self._metrics = metrics

    def ended(self, reason: str) -> None:
        """Count a connection that the server ended."""
        self._metrics.count_connection_ended(reason)


class TimeoutProtocol(HttpToolsProtocol):
    """One connection, with time limits."""

    limits: ConnectionLimits

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._is_reading = False
        self._is_in_head = False
        self._is_refused = False
        self._head_bytes = 0
        self._unread_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection; at the limit, close the one that has waited longest."""
        super().connection_made(JoinedWrites(transport, self.loop))
        limits = self.limits
        if len(self.connections) > limits.max_connections:
            if not limits.waiting:
                self._refuse("overloaded", "connections", "Too many connections are open.")
                return
            slowest = next(iter(limits.waiting))
            slowest.give_up("crowded_out")
        limits.waiting[self] = None
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_timers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read data; the time limit of a request runs from its first byte."""
        self._unread_bytes = len(data)
        super().data_received(data)
        if not self._is_reading or self._is_refused:
            return
        if self._timer is None:
            self._start_timer()
        if self._is_in_head:
            self._head_bytes += len(data)
            self._check_head(self._head_bytes)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._is_reading = self._is_in_head = True
        self._head_bytes = 0

    def on_headers_complete(self) -> None:
        """The head is complete; while draining, its answer is the last on this connection."""
        self._is_in_head = False
        if self._head_bytes + self._unread_bytes > self.limits.max_head_bytes:
            # much of it may be body: measure the head alone
            self._check_head(len(self.url) + sum(len(n) + len(v) + 4 for n, v in self.headers))
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts != 1 and (hosts or self.parser.get_http_version() == "1.1"):
            self._refuse("invalid-request", "not_http", "A request needs exactly one Host header.")
        if self._is_refused:
            return
        super().on_headers_complete()
        if self.limits.is_draining:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """Pass on a part of the body, unless the request is refused already."""
        if not self._is_refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete: stop its time limit."""
        self._is_reading = False
        self.limits.waiting.pop(self, None)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._is_refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is sent: wait for the next request."""
        super().on_response_complete()
        # a pipelined request may be complete already, and is being answered
        is_waiting = self._is_reading or self.cycle.response_complete
        if is_waiting and not self.transport.is_closing():
            self.limits.waiting[self] = None

    def pause_writing(self) -> None:
        """The caller reads more slowly than the answer comes: start the time limit."""
        super().pause_writing()
        if self._write_timer is None:
            self._write_timer = self.loop.call_later(
                self.limits.request_seconds, self._abort_slow_reader
            )

    def resume_writing(self) -> None:
        """The caller caught up: stop the time limit."""
        super().resume_writing()
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request."""
        self._refuse("invalid-request", "not_http", msg)

    def give_up(self, reason: str) -> None:
        """Close a connection without a complete request; one with a part of it gets a problem."""
        if self._is_reading:
            seconds = f"{self.limits.request_seconds:g}"
            detail = f"The request was not complete after {seconds} seconds."
            self._refuse("request-timeout", reason, detail)
        elif not self.transport.is_closing():
            self.limits.ended(reason)
            self._stop_timers()
            self.transport.close()

    def end_after_answer(self) -> None:
        """Close the connection after the current answer."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            cycle.keep_alive = False

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(
            self.limits.request_seconds, self.give_up, "slow_request"
        )

    def _stop_timers(self) -> None:
        self.limits.waiting.pop(self, None)
        for timer in (self._timer, self._write_timer):
            if timer is not None:
                timer.cancel()
        self._timer = self._write_timer = None

    def _abort_slow_reader(self) -> None:
        self.limits.ended("slow_reader")
        self.transport.abort()

    def _check_head(self, size: int) -> None:
        most = self.limits.max_head_bytes
        if size > most:
            detail = f"The path and the headers are larger than {most} bytes."
            self._refuse("head-too-large", "large_head", detail)

    def _refuse(self, kind: str, reason: str, detail: str) -> None:
        """Answer with a problem and close the connection."""
        if self._is_refused or self.transport.is_closing():
            return
        self._is_refused = True
        self.limits.ended(reason)
        self._stop_timers()
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            self.transport.write(_problem(kind, detail))
        self.transport.close()


def protocol(limits: ConnectionLimits) -> type[TimeoutProtocol]:
    """The protocol class of a server's connections."""
    return type("Guarded", (TimeoutProtocol,), {"limits": limits})


def _problem(kind: str, detail: str) -> bytes:
    """A problem as a whole HTTP response, for requests that do not reach the application."""
    status = KINDS[kind].status
    request_id = os.urandom(16).hex()
    body = msgspec.json.encode(
        Problem(
            type=BASE + kind,
            title=KINDS[kind].title,
            status=status,
            detail=detail,
            instance="",
            request_id=request_id,
        )
    )
    retry = b"retry-after: 1\r\n" if kind == "overloaded" else b""
    return (
        STATUS_LINE[status]
        + b"content-type: application/problem+json\r\ncontent-length: %d\r\n" % len(body)
        + b"x-request-id: %s\r\ncache-control: no-store\r\n" % request_id.encode()
        + b"".join(b"%s: %s\r\n" % header for header in DATA_HEADERS)
        + retry
        + b"connection: close\r\n\r\n"
        + body
    )
