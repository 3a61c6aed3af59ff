"""How a question becomes an answer: fetched, shared with one under way, or computed."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from litestar.types import Receive
from msgspec import Struct

from pricing.catalog.library import Library
from service.cache.answers import HIT, CachedAnswers, Computed, Found, Status
from service.cache.envelope import Content
from service.cache.keys import key_of
from service.execution.latency_average import LatencyAverage
from service.execution.single_flight import SingleFlight
from service.execution.worker_pool import WorkerPool
from service.formats.stream import StreamedReply, disconnected
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
"""Most answers: computing them is quicker than any cache."""


@dataclass(frozen=True, kw_only=True)
class Route:
    """One kind of question: what answers it as bytes, and how long that takes.

    is_heavy: whether it works on whole tables, and must leave the event loop free.
    """

    id: str
    media: str
    content_type: bytes
    is_heavy: bool
    work: Callable[[Any, Library], bytes]
    pace: LatencyAverage


class Answer(NamedTuple):
    """What is sent, and what the cache had to do with it."""

    body: Body
    media: bytes
    cache_status: Header


class QueryExecutor:
    """Answers questions. Each keeps the releases that it began with.

    threshold_seconds: what takes longer to compute is kept; deadline_seconds: how long a question
    may take that waits for anything.
    """

    def __init__(
        self,
        current: CurrentLibrary,
        cached: CachedAnswers,
        workers: WorkerPool,
        *,
        threshold_seconds: float,
        deadline_seconds: float,
        metrics: Metrics,
        tracer: Tracer,
    ) -> None:
        self._current = current
        self._cached = cached
        self._workers = workers
        self._threshold_seconds = threshold_seconds
        self._deadline_seconds = deadline_seconds
        self._metrics = metrics
        self._tracer = tracer
        self._running: SingleFlight[Found] = SingleFlight()

    @property
    def library(self) -> Library:
        """The library of this moment."""
        return self._current.library

    def route(
        self,
        name: str,
        work: Callable[[Any, Library], bytes],
        *,
        is_heavy: bool,
        media: str = JSON,
        content_type: bytes = JSON_TYPE,
    ) -> Route:
        """A kind of question for this executor."""
        pace = LatencyAverage(self._threshold_seconds, begins_slow=is_heavy)
        return Route(
            id=name, media=media, content_type=content_type, is_heavy=is_heavy, work=work, pace=pace
        )

    async def answer(
        self,
        route: Route,
        query: Struct,
        receive: Receive,
        *,
        work: Callable[[Library], bytes] | None = None,
    ) -> Answer:
        """The answer. Raises what the work raises, Refused, and ClientDisconnected.

        work: computes it, where the query is read already; left out, the route's own.
        """
        library = self._current.library
        if not route.is_heavy and not route.pace.is_slow:
            started = perf_counter()
            body = route.work(query, library)
            route.pace.note(perf_counter() - started)
            return Answer(body, route.content_type, _QUICK_HEADER)
        work = work or partial(route.work, query)
        key = key_of(route.id, route.content_type, query, library)
        kept = await self._kept(route, key)
        if kept is not None:
            return kept
        (content, status), joined = await self._while_wanted(
            self._running.join(key, lambda: self._run_shared(route, work, library, key)), receive
        )
        if joined and status.state not in {"hit", "bypass"}:
            status = Status("collapsed")
        return Answer(*content, self._told(status))

    async def cached(self, route: Route, query: Struct) -> Answer | None:
        """What is kept of an answer where no more heavy work is admitted; None where it is.

        Raises Refused where nothing is kept. Asked before anything is set up for an answer: when
        more comes than can be answered, most of it is refused.
        """
        if not self._workers.is_full:
            return None
        return await self._kept(
            route, key_of(route.id, route.content_type, query, self._current.library)
        )

    async def _kept(self, route: Route, key: str) -> Answer | None:
        if not (route.is_heavy and self._workers.is_full) or key in self._running:
            return None
        content = await self._cached.kept(key)
        if content is None:
            raise self._workers.refusal()
        return Answer(*content, self._told(HIT))

    def check_door(self) -> None:
        """Raises Refused where no more heavy work is admitted."""
        if self._workers.is_full:
            raise self._workers.refusal()

    async def once(self, work: Callable[[], Outcome], receive: Receive) -> Outcome:
        """The outcome of heavy work that is not kept. Raises as `answer` does."""
        return await self._while_wanted(self._workers.run(work), receive)

    async def streamed(
        self, parts: Iterator[bytes], media: bytes, receive: Receive
    ) -> StreamedReply:
        """An answer whose first part is written, and the others when they are sent.

        Raises what writing the first raises, Refused, and ClientDisconnected.
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
                return await self._workers.run(run) if route.is_heavy else run()

        if not route.pace.is_slow:
            return (await compute()).content, QUICK
        with self._tracer.span("cache", operation=route.id):
            return await self._cached.answer(key, route.pace, compute)

    def _compute(
        self, route: Route, work: Callable[[Library], bytes], library: Library
    ) -> Computed:
        started = perf_counter()
        body = work(library)
        seconds = perf_counter() - started
        route.pace.note(seconds)
        return Computed(Content(body, route.content_type), seconds >= self._threshold_seconds)

    async def _while_wanted(
        self, flight: Coroutine[Any, Any, Outcome], receive: Receive
    ) -> Outcome:
        """What the flight brings, unless the caller leaves or the deadline passes before."""
        flying = asyncio.ensure_future(flight)
        leaving = asyncio.ensure_future(disconnected(receive))
        try:
            await asyncio.wait(
                {flying, leaving},
                timeout=self._deadline_seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if flying.done():
                return flying.result()
            if leaving.done():
                raise ClientDisconnected
            raise Refused(
                "deadline-exceeded",
                f"The answer took longer than {self._deadline_seconds:g} seconds.",
                retry_after_seconds=1,
            )
        finally:
            flying.cancel()
            leaving.cancel()

    def _told(self, status: Status) -> Header:
        """The header that tells the caller (RFC 9211), counted as well."""
        header = _HEADERS.get(status)
        if header is None:
            header = _HEADERS[status] = (b"cache-status", _cache_status(status))
        self._metrics.count_cache(status.state, status.detail)
        return header


_HEADERS: dict[Status, Header] = {}
_QUICK_HEADER: Header = (b"cache-status", b"unitcost; fwd=bypass; detail=quick")


def _cache_status(status: Status) -> bytes:
    words = {
        "hit": "hit",
        "stored": "fwd=miss; stored",
        "collapsed": "fwd=miss; collapsed",
        "miss": "fwd=miss",
        "bypass": "fwd=bypass",
    }
    detail = f"; detail={status.detail}" if status.detail else ""
    return f"unitcost; {words[status.state]}{detail}".encode()
