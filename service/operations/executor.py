"""Executes queries: an answer comes from the cache, from a running computation, or is computed."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from functools import cache, partial
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from litestar.types import Receive
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.quote.preload import preload
from service.cache.answers import HIT, CachedAnswers, Computed, Found, Status
from service.cache.envelope import Content
from service.cache.keys import key_of
from service.execution.latency_average import LatencyAverage
from service.execution.short_work import short
from service.execution.single_flight import SingleFlight
from service.execution.worker_pool import WorkerPool
from service.formats.stream import StreamedReply, disconnected
from service.http.body_memory import BodyMemory
from service.http.compressed_body import Body
from service.http.problems import Refused
from service.http.request import JSON
from service.http.response import JSON as JSON_TYPE
from service.http.response import ClientDisconnected, Header
from service.observability.metrics import Metrics
from service.observability.tracing import Tracer
from service.reload.current import CurrentLibrary

Outcome = TypeVar("Outcome")

QUICK = Status("bypass", "quick")
"""Most answers: computing them is faster than a cache."""


@dataclass(frozen=True, kw_only=True)
class Route:
    """One operation in one format: the function that answers it as bytes, and how long that takes.

    is_heavy: whether it works on whole tables, and runs on a thread; is_long: tells the other
    questions that do. Those that turn out to take long are begun again there.
    """

    id: str
    is_heavy: bool
    work: Callable[[Any, Library], bytes]
    latency: LatencyAverage
    is_long: Callable[[Any], bool] | None = None
    media: str = JSON
    content_type: bytes = JSON_TYPE


class Answer(NamedTuple):
    """The body of an answer, and how the cache was used."""

    body: Body
    media: bytes
    cache_status: Header


class QueryExecutor:
    """Executes queries. A query keeps the library that it began with.

    threshold_seconds: answers that take longer are cached; deadline_seconds: the time limit of
    answers that are not computed at once.
    """

    def __init__(
        self,
        current: CurrentLibrary,
        cached: CachedAnswers,
        workers: WorkerPool,
        body_memory: BodyMemory,
        *,
        threshold_seconds: float,
        deadline_seconds: float,
        metrics: Metrics,
        tracer: Tracer,
    ) -> None:
        self._current = current
        self._cached = cached
        self._workers = workers
        self.body_memory = body_memory
        self._threshold_seconds = threshold_seconds
        self._deadline_seconds = deadline_seconds
        self._metrics = metrics
        self._tracer = tracer
        self._running: SingleFlight[Found] = SingleFlight()
        self._indexing: SingleFlight[None] = SingleFlight()

    @property
    def library(self) -> Library:
        """The current library."""
        return self._current.library

    def latency_of(self, *, is_heavy: bool) -> LatencyAverage:
        """What counts how long a route takes."""
        return LatencyAverage(self._threshold_seconds, begins_slow=is_heavy)

    async def answer(
        self,
        route: Route,
        query: Struct,
        receive: Receive,
        *,
        work: Callable[[Library], bytes] | None = None,
    ) -> Answer:
        """The answer. Raises what the work raises, Refused, and ClientDisconnected.

        work: computes it, where the query is parsed already; by default, the work of the route.
        """
        library = self._current.library
        if not route.is_heavy and getattr(query, "catalog", None) is not None:
            await self._indexed(query, library, receive)
        is_long = not route.is_heavy and route.is_long is not None and route.is_long(query)
        if is_long or not (route.is_heavy or route.latency.is_slow):
            quick = partial(route.work, query, library)
            started = perf_counter()
            body = None if is_long else short(quick)
            if body is None:
                body = await self.once(quick, receive)
            else:
                route.latency.note(perf_counter() - started)
            return Answer(body, route.content_type, _QUICK_HEADER)
        work = work or partial(route.work, query)
        key = key_of(route.id, route.content_type, query, library)
        kept = await self._cached_if_full(route, key)
        if kept is not None:
            return kept
        (content, status), joined = await self._while_wanted(
            self._running.join(key, lambda: self._run_shared(route, work, library, key)), receive
        )
        if joined and status.state not in {"hit", "bypass"}:
            status = Status("collapsed")
        return Answer(*content, self._cache_header(status))

    async def _indexed(self, query: Any, library: Library, receive: Receive) -> None:
        """Read and index the release of a query, on a thread, before the first quote needs it."""
        catalog = library.get(query.catalog)
        if not catalog.is_indexed:
            await self._while_wanted(
                self._indexing.join(
                    catalog.digest, lambda: self._workers.run(partial(preload, catalog))
                ),
                receive,
            )

    async def _cached_if_full(self, route: Route, key: str) -> Answer | None:
        if not (route.is_heavy and self._workers.is_full) or key in self._running:
            return None
        content = await self._cached.kept(key)
        if content is None:
            raise self._workers.refusal()
        return Answer(*content, self._cache_header(HIT))

    def check_queue(self) -> None:
        """Raise Refused where the queue of heavy work is full."""
        if self._workers.is_full:
            raise self._workers.refusal()

    async def once(self, work: Callable[[], Outcome], receive: Receive) -> Outcome:
        """The outcome of heavy work that is not cached. Raises as `answer` does."""
        return await self._while_wanted(self._workers.run(work), receive)

    async def streamed(
        self, parts: Iterator[bytes], media: bytes, receive: Receive
    ) -> StreamedReply:
        """A streamed answer, whose first part is computed now.

        Raises what computing it raises, Refused, and ClientDisconnected.
        """
        stream = self._workers.stream(parts)
        try:
            first = await self._while_wanted(stream.next(), receive)
        except BaseException:
            stream.close()
            raise
        return StreamedReply(first or b"", stream, media, patience_seconds=self._deadline_seconds)

    async def _run_shared(
        self, route: Route, work: Callable[[Library], bytes], library: Library, key: str
    ) -> Found:
        async def compute() -> Computed:
            def run() -> Computed:
                return self._compute(route, work, library)

            with self._tracer.span("compute", operation=route.id):
                found = None if route.is_heavy else short(run)
                return await self._workers.run(run) if found is None else found

        if not route.latency.is_slow:
            return (await compute()).content, QUICK
        with self._tracer.span("cache", operation=route.id):
            return await self._cached.answer(key, route.latency, compute)

    def _compute(
        self, route: Route, work: Callable[[Library], bytes], library: Library
    ) -> Computed:
        started = perf_counter()
        body = work(library)
        seconds = perf_counter() - started
        route.latency.note(seconds)
        return Computed(Content(body, route.content_type), seconds >= self._threshold_seconds)

    async def _while_wanted(
        self, running: Coroutine[Any, Any, Outcome], receive: Receive
    ) -> Outcome:
        """The outcome, unless the caller leaves or the deadline passes first."""
        task = asyncio.ensure_future(running)
        leaving = asyncio.ensure_future(disconnected(receive))
        try:
            await asyncio.wait(
                {task, leaving},
                timeout=self._deadline_seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if task.done():
                return task.result()
            if leaving.done():
                raise ClientDisconnected
            raise Refused(
                "deadline-exceeded",
                f"The answer took longer than {self._deadline_seconds:g} seconds.",
                retry_after_seconds=1,
            )
        finally:
            task.cancel()
            leaving.cancel()

    def _cache_header(self, status: Status) -> Header:
        """The Cache-Status header (RFC 9211). The status is counted as well."""
        self._metrics.count_cache(status.state, status.detail)
        return _cache_status(status)


_QUICK_HEADER: Header = (b"cache-status", b"unitcost; fwd=bypass; detail=quick")


@cache
def _cache_status(status: Status) -> Header:
    words = {
        "hit": "hit",
        "stored": "fwd=miss; stored",
        "collapsed": "fwd=miss; collapsed",
        "miss": "fwd=miss",
        "bypass": "fwd=bypass",
    }
    detail = f"; detail={status.detail}" if status.detail else ""
    return b"cache-status", f"unitcost; {words[status.state]}{detail}".encode()
