"""The protocol of traces, and a tracer that does nothing."""

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from litestar.types import HTTPScope


class Tracer(Protocol):
    """Makes spans."""

    def span(self, name: str, **facts: str) -> AbstractContextManager[object]:
        """A span within the current request."""

    def request(self, scope: HTTPScope) -> "RequestSpan":
        """The span of a request, in the trace that the caller's headers name."""

    def close(self) -> None:
        """Send the remaining spans: no more requests follow."""


class RequestSpan(Protocol):
    """The span of a request."""

    trace_id: str | None

    def end(self, route: str | None, status: int, *, is_broken_off: bool) -> None:
        """End the span of a request.

        route: None where none matched; is_broken_off: whether a fault came after the status was
        sent.
        """


class NoSpan:
    """A span that records nothing."""

    trace_id: str | None = None

    def end(self, route: str | None, status: int, *, is_broken_off: bool) -> None:
        """Do nothing."""


class NoTracer:
    """Makes no spans."""

    def __init__(self) -> None:
        self._nothing = nullcontext()
        self._no_span = NoSpan()

    def span(self, name: str, **facts: str) -> AbstractContextManager[object]:  # noqa: ARG002
        """A context that does nothing."""
        return self._nothing

    def request(self, scope: HTTPScope) -> RequestSpan:  # noqa: ARG002
        """A context that does nothing."""
        return self._no_span

    def close(self) -> None:
        """Do nothing."""
