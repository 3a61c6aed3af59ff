"""Threads for heavy work, with a bounded queue. Work beyond it is refused."""

import asyncio
import math
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from time import perf_counter
from typing import Generic, TypeVar

from prometheus_client import Counter, Gauge

from pricing.pauses import pausing
from service.http.problems import Refused
from service.observability.metrics import Metrics

Result = TypeVar("Result")

LONGEST_RETRY_SECONDS = 60
STREAMS_PER_THREAD = 4
"""Streams at a time, for each thread: each holds rows that its reader has not taken yet."""

STREAM_RETRY_SECONDS = 5
_SMOOTHING = 0.1

_wanted: ContextVar[threading.Event] = ContextVar("wanted")


class Abandoned(BaseException):
    """Nobody waits for this work any more. It is no Exception: no handler should catch it."""


def checkpoint() -> None:
    """A cancellation point: long work calls it between its parts. Raises Abandoned."""
    abandoned = _wanted.get(None)
    if abandoned is not None and abandoned.is_set():
        raise Abandoned


class WorkerPool:
    """Runs work on threads, off the event loop."""

    def __init__(self, threads: int, queue: int, metrics: Metrics) -> None:
        self._threads = threads
        self._most = threads + queue
        self._pool = ThreadPoolExecutor(threads, "heavy")
        self._lock = threading.Lock()
        self.admitted = 0
        self.streaming = 0
        self._mean_seconds = 0.1
        gauge = Gauge(
            "unitcost_heavy_work",
            "Heavy work that runs or waits for a thread.",
            registry=metrics.registry,
        )
        gauge.set_function(lambda: self.admitted)
        open_streams = Gauge(
            "unitcost_streams", "Streams that are open.", registry=metrics.registry
        )
        open_streams.set_function(lambda: self.streaming)
        self._refused = Counter(
            "unitcost_heavy_work_refused",
            "Heavy work that was refused: the queue was full, or too many streams were open.",
            registry=metrics.registry,
        )

    @property
    def is_full(self) -> bool:
        """Whether the queue is full."""
        return self.admitted >= self._most

    def refusal(self) -> Refused:
        """The refusal of work that finds the queue full, counted."""
        self._refused.inc()
        return Refused(
            "overloaded",
            "Too many heavy questions are waiting.",
            retry_after_seconds=self._retry_after_seconds(),
        )

    async def run(self, work: Callable[[], Result]) -> Result:
        """The result of the work, run on a thread.

        Work that is cancelled while it waits never begins. Work that is cancelled while it runs
        holds its thread until its next checkpoint. Raises Refused where the queue is full.
        """
        if self.is_full:
            raise self.refusal()
        abandoned = threading.Event()
        with self._lock:
            self.admitted += 1
        job = self._pool.submit(_run, work, abandoned)
        job.add_done_callback(self._end)
        try:
            result, seconds = await asyncio.wrap_future(job)
        except asyncio.CancelledError:
            abandoned.set()
            raise
        self._mean_seconds += _SMOOTHING * (seconds - self._mean_seconds)
        return result

    def stream(self, parts: Iterator[Result]) -> "Stream[Result]":
        """Work that is done part by part, as it is sent.

        Raises Refused where too many streams are open.
        """
        if self.streaming >= STREAMS_PER_THREAD * self._threads:
            self._refused.inc()
            raise Refused(
                "overloaded",
                f"{self.streaming} long answers are being sent, which is the limit.",
                retry_after_seconds=STREAM_RETRY_SECONDS,
            )
        with self._lock:
            self.streaming += 1
        return Stream(parts, self._pool, self._left)

    def _left(self) -> None:
        with self._lock:
            self.streaming -= 1

    def _end(self, _job: Future[tuple[Result, float]]) -> None:
        """Free the place with the thread, not when the caller leaves."""
        with self._lock:
            self.admitted -= 1

    def _retry_after_seconds(self) -> int:
        seconds = self.admitted * self._mean_seconds / self._threads
        return max(1, min(math.ceil(seconds), LONGEST_RETRY_SECONDS))


class Stream(Generic[Result]):
    """An answer in parts, each computed by the pool in turn with other work.

    A stream counts as open until it is closed and its last part has ended.
    """

    def __init__(
        self, parts: Iterator[Result], pool: ThreadPoolExecutor, left: Callable[[], None]
    ) -> None:
        self._parts = parts
        self._pool = pool
        self._left = left
        self._abandoned = threading.Event()
        self._working = threading.Lock()
        self._is_open = True

    async def next(self) -> Result | None:
        """The next part; None at the end. Raises what computing it raises."""
        job = self._pool.submit(_run, self._next, self._abandoned)
        try:
            part, _ = await asyncio.wrap_future(job)
        except asyncio.CancelledError:
            self._abandoned.set()
            raise
        return part

    def close(self) -> None:
        """Stop: a running part ends at its next checkpoint."""
        if self._is_open:
            self._is_open = False
            self._abandoned.set()
            self._pool.submit(self._end)

    def _next(self) -> Result | None:
        with self._working:
            return next(self._parts, None)

    def _end(self) -> None:
        try:
            with self._working:
                close = getattr(self._parts, "close", None)
                if close is not None:
                    close()
        finally:
            self._left()


def _run(work: Callable[[], Result], abandoned: threading.Event) -> tuple[Result, float]:
    _wanted.set(abandoned)
    checkpoint()
    started = perf_counter()
    with pausing(checkpoint):
        return work(), perf_counter() - started
