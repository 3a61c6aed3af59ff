"""Traces with OpenTelemetry, configured by its standard `OTEL_` variables.

Its packages are the extra `tracing`. Names and attributes follow the conventions for HTTP servers.
The query string, the body and other headers are never part of a span.
"""

from contextlib import AbstractContextManager
from threading import Thread

from litestar.types import HTTPScope
from opentelemetry.context import attach, detach
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.propagate import extract
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode, format_trace_id, set_span_in_context

from pricing import ENGINE_VERSION

_CONTEXT_HEADERS = frozenset({b"traceparent", b"tracestate"})
_FAULTS = 500

LAST_SECONDS = 2.0
"""Time limit for sending the last spans: their receiver may be gone."""


class OpenTelemetry:
    """Makes spans with a tracer provider; by default, one that sends OTLP over HTTP."""

    def __init__(self, provider: TracerProvider | None = None) -> None:
        self._provider = provider or _otlp()
        self._tracer = self._provider.get_tracer("unitcost", ENGINE_VERSION)

    def span(self, name: str, **facts: str) -> AbstractContextManager[object]:
        """A child of the current span."""
        return self._tracer.start_as_current_span(
            name,
            attributes={f"unitcost.{key}": value for key, value in facts.items()},
            record_exception=False,
            set_status_on_exception=False,
        )

    def request(self, scope: HTTPScope) -> "RequestSpan":
        """The span of a request, in the trace that the caller's headers name."""
        carrier = {
            name.decode(): value.decode("latin-1")
            for name, value in scope["headers"]
            if name in _CONTEXT_HEADERS
        }
        span = self._tracer.start_span(
            scope["method"],
            context=extract(carrier),
            kind=SpanKind.SERVER,
            attributes={"http.request.method": scope["method"]},
        )
        return RequestSpan(span, scope["method"])

    def close(self) -> None:
        """Send the remaining spans, within the time limit."""
        last = Thread(target=self._provider.shutdown, name="last spans", daemon=True)
        last.start()
        last.join(LAST_SECONDS)


class RequestSpan:
    """The span of a request, named by its route when that is known."""

    def __init__(self, span: Span, method: str) -> None:
        self._span = span
        self._method = method
        self._token = attach(set_span_in_context(span))
        context = span.get_span_context()
        # there is none where OTEL_SDK_DISABLED is set and the caller names none
        self.trace_id: str | None = format_trace_id(context.trace_id) if context.is_valid else None

    def end(self, route: str | None, status: int, *, is_broken_off: bool) -> None:
        """End the span; a fault of the service is an error, a caller's is not."""
        if route is not None:
            self._span.update_name(f"{self._method} {route}")
            self._span.set_attribute("http.route", route)
        self._span.set_attribute("http.response.status_code", status)
        if status >= _FAULTS or is_broken_off:
            self._span.set_status(StatusCode.ERROR)
        detach(self._token)
        self._span.end()


def _otlp() -> TracerProvider:
    default = Resource({"service.name": "unitcost", "service.version": ENGINE_VERSION})
    # what is handed to create() goes before the environment, which the operator means to hold
    attributes = default.merge(OTELResourceDetector().detect()).attributes
    provider = TracerProvider(resource=Resource.create(attributes))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
