"""Services that tests start, and stores that they play with."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from pricing.catalog.library import Library
from tests.integration.kit import Kit, Play
from tests.processes import Service


@pytest.fixture
def services() -> Iterator[list[Service]]:
    """What a test starts; whatever of it still runs afterwards is ended."""
    started: list[Service] = []
    yield started
    for service in started:
        if service.process.poll() is None:
            service.process.kill()
        service.process.communicate()


@pytest.fixture
def service(root: Path, services: list[Service]) -> Service:
    services.append(Service(root))
    return services[-1]


@pytest.fixture
def playing(library: Library) -> Callable[..., Any]:
    """Runs a play with a store on a server."""

    def run(url: str, play: Play, **options: float) -> Any:
        async def within() -> Any:
            kit = Kit(url, library, **options)
            try:
                return await play(kit)
            finally:
                await kit.store.close()

        return asyncio.run(within())

    return run


@pytest.fixture
def empty(redis_url: str) -> str:
    """The shared server, emptied."""
    with redis.Redis.from_url(redis_url, protocol=2) as client:
        client.flushall()
    return redis_url
