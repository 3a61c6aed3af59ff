"""Traces, where they are asked for: what the service says of its work as it does it."""

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from litestar.types import HTTPScope


class Tracer(Protocol):
    """Makes spans."""

    def span(self, name: str, **facts: str) -> AbstractContextManager[object]:
        """A part of the request under way."""

    def request(self, scope: HTTPScope) -> "RequestSpan":
        """A whole request, begun as part of the trace that the caller's headers name."""

    def close(self) -> None:
        """No request comes any more: what is not sent yet is sent now, or never."""


class RequestSpan(Protocol):
    """The span of a request."""

    trace_id: str | None

    def end(self, route: str | None, status: int, *, is_broken_off: bool) -> None:
        """The request is over, and this is known of it now.

        route: None where none matched; is_broken_off: whether a fault came after the status was
        sent, which does not tell of it.
        """


class NoSpan:
    """Nothing is traced."""

    trace_id: str | None = None

    def end(self, route: str | None, status: int, *, is_broken_off: bool) -> None:
        """Nothing is noted."""


class NoTracer:
    """Makes no spans, at next to no cost."""

    def __init__(self) -> None:
        self._nothing = nullcontext()
        self._no_span = NoSpan()

    def span(self, name: str, **facts: str) -> AbstractContextManager[object]:  # noqa: ARG002
        """Nothing."""
        return self._nothing

    def request(self, scope: HTTPScope) -> RequestSpan:  # noqa: ARG002
        """Nothing."""
        return self._no_span

    def close(self) -> None:
        """Nothing is sent."""
