"""Metrics for Prometheus, in a registry for each application."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library

BUCKETS_SECONDS = (
    5e-4,
    1e-3,
    2.5e-3,
    5e-3,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1.0,
    2.5,
    10.0,
    30.0,
)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Metrics:
    """The metrics of one process. Labels are bounded: paths of routes, known methods, statuses."""

    def __init__(self, library: Library) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.in_progress = 0
        Gauge(
            "unitcost_requests_in_progress", "Requests being served.", registry=self.registry
        ).set_function(lambda: self.in_progress)
        self._requests = Counter(
            "unitcost_requests",
            "Requests served.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "unitcost_request_duration_seconds",
            "Time from the request to the end of its answer [seconds].",
            ("method", "route"),
            buckets=BUCKETS_SECONDS,
            registry=self.registry,
        )
        self._cache = Counter(
            "unitcost_cache_answers",
            "Answers by how the cache was used.",
            ("state", "detail"),
            registry=self.registry,
        )
        self._ended = Counter(
            "unitcost_connections_ended",
            "Connections that the service ended, by reason.",
            ("reason",),
            registry=self.registry,
        )
        self._releases_refused = Counter(
            "unitcost_releases_refused",
            "Releases that appeared, changed or disappeared and were refused.",
            registry=self.registry,
        )
        self._known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._cache_known: dict[tuple[str, str], Counter] = {}
        Gauge(
            "unitcost_build_info", "The engine.", ("engine_version",), registry=self.registry
        ).labels(ENGINE_VERSION).set(1)
        self._releases = Gauge(
            "unitcost_release_info", "The releases.", ("name", "digest"), registry=self.registry
        )
        self.describe(library)

    def describe(self, library: Library) -> None:
        """Name the releases that are served."""
        self._releases.clear()  # a changed overlay has another digest
        for name in library.names:
            self._releases.labels(name, library.get(name).digest).set(1)

    def count_cache(self, state: str, detail: str) -> None:
        """Count an answer that could be cached."""
        known = self._cache_known.get((state, detail))
        if known is None:
            known = self._cache_known[state, detail] = self._cache.labels(state, detail)
        known.inc()

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request. Labels are looked up once, since that costs more than counting."""
        key = (method, route, status)
        known = self._known.get(key)
        if known is None:
            label = method if method in METHODS else "other"
            known = self._known[key] = (
                self._requests.labels(label, route, str(status)),
                self._seconds.labels(label, route),
            )
        counter, histogram = known
        counter.inc()
        histogram.observe(seconds)

    def count_connection_ended(self, reason: str) -> None:
        """Count a connection that was ended before its request reached the application."""
        self._ended.labels(reason).inc()

    def count_release_refused(self) -> None:
        """Count a release that was refused."""
        self._releases_refused.inc()

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self.registry)
