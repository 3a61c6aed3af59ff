"""Cached answers: found in a store, awaited from another process, or computed and kept."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from service.cache.envelope import Content, packed, unpacked
from service.cache.store import Store, Unavailable
from service.cache.write_queue import WriteQueue
from service.execution.latency_average import LatencyAverage
from service.http.compressed_body import COMPRESS_FROM_BYTES

TTL_JITTER_FRACTION = 0.1
"""Spread of the expiry: entries that were written together do not expire together."""

_LOTS = random.Random()  # noqa: S311 - spreads expiries; its own, as it is drawn from threads
UNPACK_ON_LOOP_BYTES = 1 << 16
SHORTEST_CLAIM_SECONDS, LONGEST_CLAIM_SECONDS = 0.5, 10.0
CLAIM_PER_MEAN = 4.0
POLL_SECONDS = 0.02


class Status(NamedTuple):
    """How the cache was used for an answer: `hit`, `stored`, `miss` or `bypass`, and why."""

    state: str
    detail: str = ""


class Computed(NamedTuple):
    """An answer, and whether it took long enough to be kept."""

    content: Content
    is_slow: bool


Compute = Callable[[], Awaitable[Computed]]
Found = tuple[Content, Status]

HIT = Status("hit")
STORED = Status("stored")


class CachedAnswers:
    """Asks the store first, and computes where that fails.

    nearby: a store in this process, for answers that are too large for the other one.
    """

    def __init__(self, store: Store, *, ttl_seconds: float, nearby: Store | None = None) -> None:
        self._store = store
        self._nearby = nearby
        self._ttl_seconds = ttl_seconds
        self._packing = WriteQueue()

    async def answer(self, key: str, pace: LatencyAverage, compute: Compute) -> Found:
        """The content of a key, and how the cache was used."""
        try:
            content, corrupt = await self._find(key)
            if content is not None:
                return content, HIT
            token = None
            if pace.is_very_slow:
                content, token = await self._claim(key, pace)
                if content is not None:
                    return content, Status("hit", "awaited")
        except Unavailable as unavailable:
            computed = await compute()
            return computed.content, Status("bypass", unavailable.reason)
        try:
            computed = await compute()
        except BaseException:
            if token is not None:
                self._store.release(key, token)
            raise
        status = self._kept(key, computed, token)
        if corrupt:
            status = Status(status.state, "corrupt")
        return computed.content, status

    async def kept(self, key: str) -> Content | None:
        """The content of a key, if the store has it."""
        try:
            return (await self._find(key))[0]
        except Unavailable:
            return None

    async def close(self) -> None:
        """Finish pending writes."""
        await self._packing.flush()
        await self._store.close()
        if self._nearby is not None:
            await self._nearby.close()

    async def _find(self, key: str) -> tuple[Content | None, bool]:
        """The content, and whether there was a value with a wrong checksum."""
        for store in (self._nearby, self._store):
            value = None if store is None else await store.get(key)
            if store is None or value is None:
                continue
            read = partial(unpacked, key, value, is_checked=not store.is_local)
            is_small = len(value) < UNPACK_ON_LOOP_BYTES
            content = read() if is_small else await asyncio.to_thread(read)
            return content, content is None
        return None, False

    async def _claim(self, key: str, pace: LatencyAverage) -> tuple[Content | None, str | None]:
        """The right to compute, or the content that another process computed meanwhile.

        Neither where the other process takes too long: it may have been killed.
        """
        seconds = CLAIM_PER_MEAN * pace.mean_seconds
        seconds = min(max(seconds, SHORTEST_CLAIM_SECONDS), LONGEST_CLAIM_SECONDS)
        until = time.monotonic() + seconds
        token = await self._store.claim(key, seconds)
        while token is None and time.monotonic() < until:
            await asyncio.sleep(POLL_SECONDS)
            token = await self._store.claim(key, seconds)
            content, _ = await self._find(key)
            if content is not None:
                if token is not None:
                    self._store.release(key, token)
                return content, None
        return None, token

    def _kept(self, key: str, computed: Computed, token: str | None) -> Status:
        content = computed.content
        if computed.is_slow and self._is_taken(key, content, token):
            return STORED
        if token is not None:
            self._store.release(key, token)
        return Status("miss", "not-taken" if computed.is_slow else "quick")

    def _is_taken(self, key: str, content: Content, token: str | None) -> bool:
        """Keep a small answer now, and a large one in the background."""
        size = len(content.body)
        pack_now = partial(packed, key, content, is_checked=not self._store.is_local)
        if size < COMPRESS_FROM_BYTES:
            return self._keep(key, pack_now(), token)

        async def pack() -> None:
            value = await asyncio.to_thread(pack_now)
            if self._keep(key, value, token):
                return
            if token is not None:
                self._store.release(key, token)
            if self._nearby is not None:
                self._nearby.keep(key, value, self._ttl_seconds, None)

        return self._store.is_taking and self._packing.offer(pack, size)

    def _keep(self, key: str, value: bytes, token: str | None) -> bool:
        jitter = _LOTS.uniform(-TTL_JITTER_FRACTION, TTL_JITTER_FRACTION)
        return self._store.keep(key, value, self._ttl_seconds * (1 + jitter), token)
