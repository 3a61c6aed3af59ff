"""Threads for heavy work, with a bounded queue. Work beyond it is refused."""

import asyncio
import math
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from time import perf_counter
from typing import Generic, TypeVar

from prometheus_client import Counter, Gauge

from pricing.pauses import pausing
from service.execution.memory_budget import MemoryBudget
from service.execution.memory_limit import memory_limit_bytes
from service.http.problems import Refused
from service.http.shares import Shares, caller
from service.observability.metrics import Metrics

Result = TypeVar("Result")

LONGEST_RETRY_SECONDS = 60
STREAMS_PER_THREAD = 4
"""Streams at a time, for each thread: each holds rows that its reader has not taken yet."""

STREAM_BYTES = 192 << 20
"""The memory of the service for each stream: there are no more, but one."""

STREAM_RETRY_SECONDS = 5

MEMORY_SECONDS = 5.0
"""How long work waits for memory."""

MEMORY_LOOK_SECONDS = 0.1
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
    """Runs work on threads, off the event loop.

    share_fraction: the share of the queue, and of the streams, that one caller may hold; memory:
    what work may use.
    """

    def __init__(
        self,
        threads: int,
        queue: int,
        metrics: Metrics,
        *,
        share_fraction: float = 1.0,
        memory: MemoryBudget | None = None,
    ) -> None:
        self._memory = memory or MemoryBudget(memory_limit_bytes())
        self._threads = threads
        self._most = threads + queue
        self._most_streams = self._memory.fitting(STREAM_BYTES, STREAMS_PER_THREAD * threads)
        self._shares = Shares(share_fraction * self._most)
        self._stream_shares = Shares(share_fraction * self._most_streams)
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
        """Whether the queue has no place for the caller."""
        return self.admitted >= self._most or not self._shares.has_room(caller.get())

    def refusal(self) -> Refused:
        """The refusal of work that finds no place in the queue, counted."""
        self._refused.inc()
        seconds = self._retry_after_seconds()
        if self.admitted >= self._most:
            return Refused(
                "overloaded", "Too many heavy questions are waiting.", retry_after_seconds=seconds
            )
        return Refused(
            "too-many-requests",
            "The caller's heavy questions that are waiting are the share of one caller.",
            retry_after_seconds=seconds,
        )

    async def run(self, work: Callable[[], Result]) -> Result:
        """The result of the work, run on a thread when there is memory for it.

        Work that is cancelled while it waits never begins. Work that is cancelled while it runs
        holds its thread until its next checkpoint. Raises Refused where the queue is full, or no
        memory is free in time.
        """
        clock = asyncio.get_running_loop().time
        deadline = math.inf
        while (outcome := await self._tried(work)) is None:
            if clock() > deadline:
                raise self._memory.refusal()
            deadline = min(deadline, clock() + MEMORY_SECONDS)
            await asyncio.sleep(MEMORY_LOOK_SECONDS)  # without a thread, which others need to end
        result, seconds = outcome
        self._mean_seconds += _SMOOTHING * (seconds - self._mean_seconds)
        return result

    async def _tried(self, work: Callable[[], Result]) -> tuple[Result, float] | None:
        """What comes of the work; None where there is no memory to begin."""
        if self.is_full:
            raise self.refusal()
        abandoned = threading.Event()
        name = caller.get()
        with self._lock:
            self.admitted += 1
            self._shares.take(name)
        job = self._pool.submit(self._begun, work, abandoned)
        job.add_done_callback(lambda _job: self._end(name))
        try:
            return await asyncio.wrap_future(job)
        except asyncio.CancelledError:
            abandoned.set()
            raise

    def _begun(
        self, work: Callable[[], Result], abandoned: threading.Event
    ) -> tuple[Result, float] | None:
        self._memory.hold()
        try:
            if not self._memory.has_room():
                return None
            return _run(work, abandoned, self._memory.check, self._memory.most_rows)
        finally:
            self._memory.leave()

    def stream(self, parts: Iterator[Result]) -> "Stream[Result]":
        """Work that is done part by part, as it is sent.

        Raises Refused where too many streams are open.
        """
        name = caller.get()
        if self.streaming >= self._most_streams:
            self._refused.inc()
            raise Refused(
                "overloaded",
                f"{self.streaming} long answers are being sent, which is the limit.",
                retry_after_seconds=STREAM_RETRY_SECONDS,
            )
        if not self._stream_shares.has_room(name):
            self._refused.inc()
            raise Refused(
                "too-many-requests",
                "The long answers that are being sent to the caller are the share of one caller.",
                retry_after_seconds=STREAM_RETRY_SECONDS,
            )
        if self._memory.is_short:
            self._refused.inc()
            raise self._memory.refusal()
        with self._lock:
            self.streaming += 1
            self._stream_shares.take(name)
        self._memory.hold()
        return Stream(parts, self._pool, lambda: self._left(name), self._memory)

    def _left(self, name: str) -> None:
        with self._lock:
            self.streaming -= 1
            self._stream_shares.give(name)
        self._memory.leave()

    def _end(self, name: str) -> None:
        """Free the place with the thread, not when the caller leaves."""
        with self._lock:
            self.admitted -= 1
            self._shares.give(name)

    def _retry_after_seconds(self) -> int:
        seconds = self.admitted * self._mean_seconds / self._threads
        return max(1, min(math.ceil(seconds), LONGEST_RETRY_SECONDS))


class Stream(Generic[Result]):
    """An answer in parts, each computed by the pool in turn with other work.

    A stream counts as open until it is closed and its last part has ended.
    """

    def __init__(
        self,
        parts: Iterator[Result],
        pool: ThreadPoolExecutor,
        left: Callable[[], None],
        memory: MemoryBudget,
    ) -> None:
        self._memory = memory
        self._parts = parts
        self._pool = pool
        self._left = left
        self._abandoned = threading.Event()
        self._working = threading.Lock()
        self._is_open = True

    async def next(self) -> Result | None:
        """The next part; None at the end. Raises what computing it raises."""
        memory = self._memory
        job = self._pool.submit(
            _run, self._next, self._abandoned, memory.check_part, memory.most_rows
        )
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


def _run(
    work: Callable[[], Result],
    abandoned: threading.Event,
    check_memory: Callable[[int], None],
    most_rows: int,
) -> tuple[Result, float]:
    """Do the work, and tell how long it took [seconds]."""
    _wanted.set(abandoned)
    checkpoint()
    started = perf_counter()

    def pause() -> None:
        checkpoint()
        check_memory(0)

    with pausing(pause, need=check_memory, most_rows=most_rows):
        return work(), perf_counter() - started
