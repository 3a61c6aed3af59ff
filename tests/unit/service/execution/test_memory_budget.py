"""All work together stays within the memory of the service."""

import asyncio
import subprocess
import sys
import threading

import pytest

from pricing.catalog.library import Library
from pricing.pauses import need, pause
from service.execution.memory_budget import MemoryBudget, resident_bytes
from service.execution.worker_pool import WorkerPool
from service.http.problems import Refused
from service.observability.metrics import Metrics

MEBIBYTE = 1 << 20
MOST = 10_000 * MEBIBYTE


class Used:
    """What is used, as a test says it [% of the budget]."""

    def __init__(self, percent: float) -> None:
        self.percent = percent

    def __call__(self) -> int:
        return int(self.percent * 100 * MEBIBYTE)


def refused_by(budget: MemoryBudget, needed: int = 1) -> str:
    try:
        budget.check(needed)
    except Refused as refusal:
        return refusal.kind
    return ""


def test_work_ends_where_the_budget_is_used_up() -> None:
    used = Used(90)
    budget = MemoryBudget(MOST, used_bytes=used)
    budget.hold()
    assert refused_by(budget) == ""
    used.percent = 93

    assert refused_by(budget) == "too-large"
    budget.hold()
    assert refused_by(budget) == "overloaded"  # it may be the other's
    budget.check_part()  # what is being sent goes on


def test_work_says_what_it_is_about_to_take() -> None:
    budget = MemoryBudget(MOST, used_bytes=Used(60))
    budget.hold()

    assert refused_by(budget, 3000 * MEBIBYTE) == ""
    assert refused_by(budget, 4000 * MEBIBYTE) == "too-large"


def test_work_that_is_alone_may_use_what_earlier_work_has_left() -> None:
    used = Used(94)
    budget = MemoryBudget(MOST, used_bytes=used)
    budget.hold()
    assert budget.has_room()
    assert refused_by(budget) == ""
    budget.hold()
    assert not budget.has_room()
    budget.leave()
    used.percent = 98

    assert refused_by(budget) == "too-large"
    assert not budget.has_room()


def test_work_waits_for_memory(library: Library) -> None:
    used = Used(85)
    budget = MemoryBudget(MOST, used_bytes=used)
    pool = WorkerPool(2, 2, Metrics(library), memory=budget)
    may_end = threading.Event()

    async def play() -> str:
        used.percent = 0
        first = asyncio.create_task(pool.run(may_end.wait))
        await asyncio.sleep(0.05)
        used.percent = 85
        second = asyncio.create_task(pool.run(lambda: "done"))
        await asyncio.sleep(0.3)
        assert not second.done()
        may_end.set()
        await first
        return await second

    assert asyncio.run(play()) == "done"


def test_work_that_takes_too_much_is_ended(library: Library) -> None:
    used = Used(10)
    pool = WorkerPool(1, 1, Metrics(library), memory=MemoryBudget(MOST, used_bytes=used))

    def grow() -> None:
        for _ in range(1000):
            used.percent += 1
            threading.Event().wait(0.002)
            pause()

    with pytest.raises(Refused) as grown:
        asyncio.run(pool.run(grow))
    assert (grown.value.kind, used.percent < 115) == ("too-large", True)
    used.percent = 10
    with pytest.raises(Refused) as stated:
        asyncio.run(pool.run(lambda: need(1 << 40)))

    assert stated.value.kind == "too-large"


def test_no_stream_begins_where_memory_is_short(library: Library) -> None:
    budget = MemoryBudget(MOST, used_bytes=Used(85))
    with pytest.raises(Refused, match="in use"):
        WorkerPool(1, 1, Metrics(library), memory=budget).stream(iter(()))


def test_little_memory_has_one_stream(library: Library) -> None:
    budget = MemoryBudget(384 * MEBIBYTE, used_bytes=Used(0))
    pool = WorkerPool(1, 1, Metrics(library), memory=budget)
    stream = pool.stream(iter(()))
    with pytest.raises(Refused, match="which is the limit"):
        pool.stream(iter(()))
    stream.close()


def test_memory_is_that_of_the_process_and_its_children() -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux says it")
    before = resident_bytes()
    code = "held = b'x' * (64 << 20); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        beside = resident_bytes()
        child.communicate(b"\n")

    assert beside - before > 60 * MEBIBYTE
