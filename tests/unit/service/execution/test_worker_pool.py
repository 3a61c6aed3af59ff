"""Heavy work is bounded, refused beyond that, and ends when nobody waits for it."""

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest

from pricing.catalog.library import Library
from pricing.sweeps.query import Range, SweepQuery
from pricing.sweeps.sweep import sweep_of
from service.execution import worker_pool as module
from service.execution.worker_pool import STREAMS_PER_THREAD, WorkerPool, checkpoint
from service.http.problems import Refused
from service.observability.metrics import Metrics
from tests.redis_servers import eventually


@pytest.fixture
def metrics(library: Library) -> Metrics:
    return Metrics(library)


def test_work_runs_off_the_event_loop(metrics: Metrics) -> None:
    async def play() -> bool:
        return await WorkerPool(1, 0, metrics).run(threading.current_thread) is not (
            threading.current_thread()
        )

    assert asyncio.run(play()) is True


def test_beyond_threads_and_queue_it_is_refused_with_a_time_to_come_back(metrics: Metrics) -> None:
    async def play() -> list[object]:
        workers = WorkerPool(1, 2, metrics)
        release = threading.Event()
        jobs = (workers.run(release.wait) for _ in range(5))
        gathered = asyncio.gather(*jobs, return_exceptions=True)
        await asyncio.sleep(0.05)
        release.set()
        return list(await gathered)

    outcomes = asyncio.run(play())
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert (outcomes[:3], [(r.kind, int(r.headers["retry-after"]) >= 1) for r in refused]) == (
        [True, True, True],
        [("overloaded", True)] * 2,
    )


def test_there_is_room_again_when_work_is_done(metrics: Metrics) -> None:
    async def play() -> list[int]:
        workers = WorkerPool(1, 0, metrics)
        return [await workers.run(lambda number=number: number) for number in range(10)]  # type: ignore[misc]

    assert asyncio.run(play()) == list(range(10))


def test_what_waits_is_never_begun_when_its_caller_leaves(metrics: Metrics) -> None:
    async def play() -> bool:
        workers = WorkerPool(1, 1, metrics)
        release, begun = threading.Event(), threading.Event()
        first = asyncio.create_task(workers.run(release.wait))
        second = asyncio.create_task(workers.run(begun.set))
        await asyncio.sleep(0.02)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        release.set()
        await first
        await workers.run(lambda: None)
        return begun.is_set()

    assert asyncio.run(play()) is False


def test_what_runs_ends_at_its_next_checkpoint_when_its_caller_leaves(metrics: Metrics) -> None:
    async def play() -> int:
        workers = WorkerPool(1, 0, metrics)
        steps = 0

        def work() -> None:
            nonlocal steps
            for _ in range(1000):
                steps += 1
                time.sleep(0.002)
                checkpoint()

        job = asyncio.create_task(workers.run(work))
        await asyncio.sleep(0.02)
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)
        await eventually(lambda: workers.admitted == 0)
        return steps

    assert 0 < asyncio.run(play()) < 1000


def test_an_abandoned_thread_is_not_free_before_it_ends(metrics: Metrics) -> None:
    async def play() -> None:
        workers = WorkerPool(1, 0, metrics)
        release = threading.Event()
        job = asyncio.create_task(workers.run(release.wait))
        await asyncio.sleep(0.02)
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)
        try:
            await workers.run(lambda: None)
        finally:
            release.set()

    with pytest.raises(Refused):
        asyncio.run(play())


def test_only_so_many_streams_are_open_at_once(metrics: Metrics) -> None:
    async def play() -> tuple[list[object], object]:
        workers = WorkerPool(1, 0, metrics)
        streams = [workers.stream(iter("ab")) for _ in range(STREAMS_PER_THREAD)]
        with pytest.raises(Refused) as refused:
            workers.stream(iter("ab"))
        first = [await stream.next() for stream in streams]
        streams[0].close()
        await eventually(lambda: workers.streaming < STREAMS_PER_THREAD)
        again = await workers.stream(iter("c")).next()
        return [*first, again], (refused.value.kind, int(refused.value.headers["retry-after"]) >= 1)

    assert asyncio.run(play()) == (["a"] * STREAMS_PER_THREAD + ["c"], ("overloaded", True))


def test_a_stream_ends_at_a_checkpoint_and_then_gives_its_place_back(metrics: Metrics) -> None:
    async def play() -> tuple[int, bool, int]:
        workers = WorkerPool(1, 0, metrics)
        steps, closed = 0, threading.Event()

        def parts() -> Iterator[int]:
            nonlocal steps
            try:
                for step in range(1000):
                    steps = step
                    time.sleep(0.002)
                    checkpoint()
                yield steps
            finally:
                closed.set()

        stream = workers.stream(parts())
        waiting = asyncio.create_task(stream.next())
        await asyncio.sleep(0.02)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        stream.close()
        await eventually(lambda: not workers.streaming)
        return steps, closed.is_set(), workers.streaming

    steps, closed, streaming = asyncio.run(play())
    assert (0 < steps < 999, closed, streaming) == (True, True, 0)


def test_outside_of_heavy_work_a_checkpoint_is_nothing() -> None:
    checkpoint()


def test_sweep_that_nobody_waits_for_frees_its_thread(metrics: Metrics, library: Library) -> None:
    rates = Range(first=0.1, last=5.0, count=200_000)
    asked = sweep_of(
        SweepQuery(
            base={"model": "llama-3.1-70b", "deployment": {"device": "h100-sxm-80gb"}},
            axes={"load.requests_per_second": rates},
        )
    )

    async def play() -> bool:
        workers = WorkerPool(1, 0, metrics)
        job = asyncio.ensure_future(workers.run(lambda: list(asked.rows(library))))
        await asyncio.sleep(0.5)
        job.cancel()
        return bool(await eventually(lambda: workers.admitted == 0))

    assert asyncio.run(play())


def refusals(metrics: Metrics) -> bool:
    return "unitcost_heavy_work_refused_total 1.0" in metrics.text().decode()


def test_what_is_refused_is_counted_and_told_when_to_come_back(metrics: Metrics) -> None:
    refused = WorkerPool(1, 0, metrics).refusal()

    assert (refused.headers["retry-after"], refusals(metrics)) == ("1", True)


def test_a_stream_that_is_refused_is_counted(metrics: Metrics) -> None:
    async def play() -> None:
        workers = WorkerPool(1, 0, metrics)
        for _ in range(STREAMS_PER_THREAD):
            workers.stream(iter(()))
        with pytest.raises(Refused):
            workers.stream(iter(()))

    asyncio.run(play())

    assert refusals(metrics)


def test_nobody_is_told_to_come_back_after_more_than_a_minute(
    metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "perf_counter", iter((0.0, 1e6)).__next__)

    async def play() -> Refused:
        workers = WorkerPool(1, 0, metrics)
        await workers.run(lambda: None)
        workers.admitted = 1
        return workers.refusal()

    assert asyncio.run(play()).headers["retry-after"] == "60"


def test_a_stream_that_is_closed_twice_gives_one_place_back(metrics: Metrics) -> None:
    async def play() -> int:
        workers = WorkerPool(1, 0, metrics)
        kept, left = (workers.stream(iter(())) for _ in range(2))
        left.close()
        left.close()
        await kept.next()
        await eventually(lambda: workers.streaming < 2)
        return workers.streaming

    assert asyncio.run(play()) == 1


def test_every_thread_has_room_for_streams_of_its_own(metrics: Metrics) -> None:
    workers = WorkerPool(2, 0, metrics)
    for _ in range(2 * STREAMS_PER_THREAD):
        workers.stream(iter(()))

    assert f"unitcost_streams {2 * STREAMS_PER_THREAD}.0" in metrics.text().decode()
    with pytest.raises(Refused, match="8 long answers") as refused:
        workers.stream(iter(()))
    assert refused.value.headers["retry-after"] == "5"


def test_the_time_to_come_back_is_that_of_the_work_before_it(
    metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "perf_counter", iter((0.0, 100.1, 0.0, 0.1)).__next__)

    async def play() -> list[str]:
        workers = WorkerPool(4, 0, metrics)
        # a tenth of 100 s more than the 0.1 s that it begins with, then a tenth of 10 s less
        for _ in range(2):
            await workers.run(lambda: None)
        told = []
        for workers.admitted in (4, 5, 8):
            told.append(workers.refusal().headers["retry-after"])
        return told

    assert asyncio.run(play()) == ["10", "12", "19"]
    assert "unitcost_heavy_work 8.0" in metrics.text().decode()
