"""A store on a server, as a process has one."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from prometheus_client import generate_latest

from pricing.catalog.library import Library
from service.cache.answers import CachedAnswers, Computed, Found
from service.cache.envelope import Content
from service.cache.redis_events import RedisEvents
from service.cache.redis_store import RedisStore
from service.cache.redis_url import redis_client
from service.execution.latency_average import LatencyAverage
from service.logs import Log
from service.observability.health_state import HealthState
from service.observability.metrics import Metrics
from tests.redis_servers import eventually

CONTENT = Content(b'{"usd": 1.5}', b"application/json")
KEY = "f" * 64


class Kit:
    """A store on a server, and what it told."""

    def __init__(self, url: str, library: Library, *, call_seconds: float = 1.0) -> None:
        self.metrics = Metrics(library)
        self.health_state = HealthState()
        events = RedisEvents(Log("error"), self.metrics, self.health_state)
        self.store = RedisStore(redis_client(url), events, call_seconds=call_seconds)
        self.answers = CachedAnswers(self.store, ttl_seconds=60)
        self.computed = 0
        self.seconds = 0.0

    async def compute(self) -> Computed:
        self.computed += 1
        await asyncio.sleep(self.seconds)
        return Computed(CONTENT, is_slow=True)

    async def answer(self) -> Found:
        return await self.answers.answer(KEY, LatencyAverage(0.0, begins_slow=True), self.compute)

    async def stored(self) -> bytes:
        value: bytes = await eventually(lambda: self.store.get(KEY))
        return value

    def counted(self, line: str) -> bool:
        return line in generate_latest(self.metrics.registry).decode()


Play = Callable[[Kit], Coroutine[Any, Any, Any]]


async def twice(kit: Kit) -> list[str]:
    """What the cache did for a question and, once it is stored, for the same again."""
    first = await kit.answer()
    await kit.stored()
    second = await kit.answer()
    assert (first[0], second[0]) == (CONTENT, CONTENT)
    return [first[1].state, second[1].state]
