"""One caller leaves room for others."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from pricing.catalog.library import Library
from service.execution.worker_pool import WorkerPool
from service.http.body_memory import BodyMemory
from service.http.problems import Refused
from service.http.shares import Shares, caller
from service.observability.metrics import Metrics


@pytest.fixture
def pool(library: Library) -> WorkerPool:
    return WorkerPool(1, 3, Metrics(library), share_fraction=0.5)


def outcomes(pool: WorkerPool, callers: list[str]) -> list[str]:
    """The kinds of refusal, empty for work that was done."""
    may_end = threading.Event()

    async def one(name: str) -> str:
        caller.set(name)
        try:
            await pool.run(may_end.wait)
        except Refused as refusal:
            return refusal.kind
        return ""

    async def play() -> list[str]:
        tasks = [asyncio.create_task(one(name)) for name in callers]
        await asyncio.sleep(0.05)
        may_end.set()
        return await asyncio.gather(*tasks)

    return asyncio.run(play())


def test_one_caller_may_hold_a_share_of_the_queue(pool: WorkerPool) -> None:
    assert outcomes(pool, ["a", "a", "a", "b", "b", "c"]) == [
        *("", "", "too-many-requests"),
        *("", "", "overloaded"),
    ]


def test_places_are_given_back(pool: WorkerPool) -> None:
    assert outcomes(pool, ["a", "a"]) == outcomes(pool, ["a", "a"]) == ["", ""]


def test_one_caller_may_hold_a_share_of_the_streams(library: Library) -> None:
    pool = WorkerPool(1, 0, Metrics(library), share_fraction=0.5)
    caller.set("a")
    streams = [pool.stream(iter(())) for _ in range(2)]
    with pytest.raises(Refused) as refusal:
        pool.stream(iter(()))
    caller.set("b")
    streams.append(pool.stream(iter(())))

    assert refusal.value.kind == "too-many-requests"
    for stream in streams:
        stream.close()


def test_one_caller_may_fill_a_share_of_the_memory_of_bodies() -> None:
    memory = BodyMemory(100, share_fraction=0.5)
    caller.set("a")
    with memory.held() as first, memory.held() as second:
        first(40)
        first(20)  # one body may be larger than the share
        with pytest.raises(Refused) as refusal:
            second(1)
        caller.set("b")
        with memory.held() as other:
            other(40)

    assert refusal.value.kind == "too-many-requests"
    assert memory.held_bytes == 0


def in_turn(shares: Shares, *steps: Callable[[], None]) -> bool:
    for step in steps:
        step()
    return shares.has_room("a")


def test_one_thing_may_always_be_held() -> None:
    shares = Shares(0.5)

    assert in_turn(shares)
    assert not in_turn(shares, lambda: shares.take("a"))
    assert in_turn(shares, lambda: shares.give("a"))
