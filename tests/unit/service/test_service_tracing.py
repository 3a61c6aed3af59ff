"""A request is a span, in the caller's trace, with what it waited for inside."""

import io
from collections.abc import Callable
from threading import Event

import pytest
from litestar.testing import TestClient
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from pricing.catalog.library import Library
from service.app import create_app
from service.otel import OpenTelemetry
from service.settings import Settings
from tests.asgi import Ask

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"}


@pytest.fixture
def spans() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def traced(make_ask: Callable[..., Ask], spans: InMemorySpanExporter) -> Ask:
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    return make_ask(Settings(cache_threshold_seconds=0), tracer=OpenTelemetry(provider))


def finished(spans: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {span.name: span for span in spans.get_finished_spans()}


def test_a_span_has_the_route_and_the_status(traced: Ask, spans: InMemorySpanExporter) -> None:
    traced("GET", "/v1/catalog/devices", query="search=confidential", headers=PARENT)

    span = finished(spans)["GET /v1/catalog/devices"]
    assert (dict(span.attributes or {}), span.context and f"{span.context.trace_id:032x}") == (
        {
            "http.request.method": "GET",
            "http.route": "/v1/catalog/devices",
            "http.response.status_code": 200,
        },
        TRACE,
    )


def test_what_it_waited_for_is_inside(traced: Ask, spans: InMemorySpanExporter) -> None:
    traced("GET", "/v1/catalog/devices")

    names = {span.context.span_id: span.name for span in spans.get_finished_spans() if span.context}
    inside = {
        span.name: names.get(span.parent.span_id) if span.parent else None
        for span in spans.get_finished_spans()
    }
    request = "GET /v1/catalog/devices"
    assert inside == {"compute": "cache", "cache": request, request: None}


def test_the_log_names_the_trace(traced: Ask, log: io.BytesIO) -> None:
    traced("GET", "/health/live", headers=PARENT)

    assert f'"trace_id":"{TRACE}"'.encode() in log.getvalue()


def test_without_tracing_there_is_none(ask: Ask, log: io.BytesIO) -> None:
    ask("GET", "/health/live", headers=PARENT)

    assert b"trace_id" not in log.getvalue()


def test_last_spans_are_sent_when_the_service_stops(
    library: Library, spans: InMemorySpanExporter
) -> None:
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(spans, schedule_delay_millis=60_000))
    app = create_app(Settings(), library, log_stream=io.BytesIO(), tracer=OpenTelemetry(provider))

    with TestClient(app) as client:
        client.get("/health/live")
        client.get("/health/live")

    assert [span.name for span in spans.get_finished_spans()] == 2 * ["GET /health/live"]


def test_stopping_does_not_wait_for_spans_that_nobody_takes(
    monkeypatch: pytest.MonkeyPatch, spans: InMemorySpanExporter
) -> None:
    gone = Event()
    monkeypatch.setattr(spans, "export", lambda _: gone.wait())
    monkeypatch.setattr("service.otel.LAST_SECONDS", 0.01)
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(spans))
    tracer = OpenTelemetry(provider)
    with tracer.span("work"):
        pass

    tracer.close()
    is_waiting = not gone.is_set()
    gone.set()

    assert is_waiting
