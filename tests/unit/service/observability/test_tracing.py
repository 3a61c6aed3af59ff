"""A request is a span, in the caller's trace, with what it waited for inside."""

import io
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from threading import Event

import msgspec
import pytest
from litestar.testing import TestClient
from litestar.types import Receive, Scope, Send
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor, SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library
from service.app import create_app
from service.logs import Log
from service.observability.access_log import AccessLog
from service.observability.metrics import Metrics
from service.observability.opentelemetry import OpenTelemetry
from service.settings import Settings
from tests import questions
from tests.asgi import Ask, asking

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01", "tracestate": "vendor=1"}


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
    assert span.kind is SpanKind.SERVER
    assert span.context
    assert span.context.trace_state.get("vendor") == "1"
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
    assert [dict(finished(spans)[name].attributes or {}) for name in ("compute", "cache")] == [
        {"unitcost.operation": "listDevices"}
    ] * 2


def test_a_path_that_no_route_matches_is_in_no_span(
    traced: Ask, spans: InMemorySpanExporter
) -> None:
    traced("GET", "/nowhere")

    (span,) = spans.get_finished_spans()
    assert (span.name, "http.route" in (span.attributes or {})) == ("GET", False)


@pytest.mark.parametrize(
    ("sent", "status"),
    [(None, 500), (200, 200), (404, 404)],
)
def test_a_fault_is_an_error_even_after_a_status_that_says_nothing_of_it(
    library: Library, spans: InMemorySpanExporter, sent: int | None, status: int
) -> None:
    async def failing(_scope: Scope, _receive: Receive, send: Send) -> None:
        if sent is not None:
            await send({"type": "http.response.start", "status": sent, "headers": []})
        raise OSError("no space is left")

    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    app = AccessLog(
        failing,
        log=Log("error", io.BytesIO()),
        metrics=Metrics(library),
        tracer=OpenTelemetry(provider),
    )
    with nullcontext() if sent is None else pytest.raises(OSError, match="no space"):
        asking(app)("GET", "/health/live")

    (span,) = spans.get_finished_spans()
    found = (span.attributes or {})["http.response.status_code"]
    assert (found, span.status.status_code) == (status, StatusCode.ERROR)


def test_what_a_caller_does_wrong_is_no_error(traced: Ask, spans: InMemorySpanExporter) -> None:
    traced("POST", "/v1/sweeps", body=b"{")

    span = finished(spans)["POST /v1/sweeps"]
    assert (span.attributes or {})["http.response.status_code"] == 400
    assert span.status.status_code is StatusCode.UNSET


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({}, "unitcost"),
        ({"OTEL_SERVICE_NAME": "prices"}, "prices"),
        ({"OTEL_RESOURCE_ATTRIBUTES": "service.name=prices,region=eu"}, "prices"),
    ],
)
def test_spans_are_of_the_service_that_the_operator_names(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], name: str
) -> None:
    for variable in ("OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES"):
        monkeypatch.delenv(variable, raising=False)
    for variable, text in environment.items():
        monkeypatch.setenv(variable, text)
    sent: list[ReadableSpan] = []
    monkeypatch.setattr(OTLPSpanExporter, "export", lambda _, batch: sent.extend(batch))
    tracer = OpenTelemetry()
    with tracer.span("work"):
        pass

    tracer.close()

    (span,) = sent
    of_service = {
        key: text for key, text in span.resource.attributes.items() if key.startswith("service.")
    }
    assert of_service["service.name"] == name
    assert of_service["service.version"] == ENGINE_VERSION
    scope = span.instrumentation_scope
    assert scope
    assert (scope.name, scope.version) == ("unitcost", ENGINE_VERSION)


def test_without_a_trace_the_log_names_none(
    make_ask: Callable[..., Ask], log: io.BytesIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_SDK_DISABLED", "true")

    make_ask(tracer=OpenTelemetry(TracerProvider()))("GET", "/health/live")

    assert b"trace_id" not in log.getvalue()


def test_what_is_refused_is_no_error_of_the_work(traced: Ask, spans: InMemorySpanExporter) -> None:
    changed = questions.changed(questions.UNIT_COST, {"model": "none-such"})
    answered = traced("POST", "/v1/inference/unit-costs", body=msgspec.json.encode(changed))

    work = finished(spans)["compute"]
    assert answered.status == 422
    assert (work.status.status_code, work.events) == (StatusCode.UNSET, ())


def test_the_log_names_the_trace(traced: Ask, log: io.BytesIO) -> None:
    traced("GET", "/health/live", headers=PARENT)

    assert f'"trace_id":"{TRACE}"'.encode() in log.getvalue()


def test_without_tracing_there_is_none(ask_alone: Ask, log: io.BytesIO) -> None:
    ask_alone("GET", "/health/live", headers=PARENT)

    assert b"trace_id" not in log.getvalue()


def test_last_spans_are_sent_when_the_service_stops(
    library: Library, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = spans.export

    def take_slowly(batch: Sequence[ReadableSpan]) -> SpanExportResult:
        time.sleep(0.1)
        return take(batch)

    monkeypatch.setattr(spans, "export", take_slowly)
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(spans, schedule_delay_millis=60_000))
    tracer = OpenTelemetry(provider)
    app = create_app(Settings(), library, log_stream=io.BytesIO(), tracer=tracer).asgi

    with TestClient(app) as client:
        client.get("/health/live")
        client.get("/health/live")

    assert [span.name for span in spans.get_finished_spans()] == 2 * ["GET /health/live"]


def test_stopping_does_not_wait_for_spans_that_nobody_takes(
    monkeypatch: pytest.MonkeyPatch, spans: InMemorySpanExporter
) -> None:
    gone = Event()
    monkeypatch.setattr(spans, "export", lambda _: gone.wait())
    monkeypatch.setattr("service.observability.opentelemetry.LAST_SECONDS", 0.01)
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(spans))
    tracer = OpenTelemetry(provider)
    with tracer.span("work"):
        pass

    tracer.close()
    sending = [thread for thread in threading.enumerate() if thread.name == "last spans"]
    gone.set()

    assert [thread.daemon for thread in sending] == [True]  # the process may end without it
