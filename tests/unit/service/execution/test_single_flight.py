"""Many who ask the same at once share one computation, and it lives as long as anyone waits."""

import asyncio

import pytest

from service.execution.single_flight import SingleFlight


def test_one_computation_serves_all_who_ask_meanwhile() -> None:
    async def play() -> tuple[int, list[tuple[str, bool]]]:
        flights: SingleFlight[str] = SingleFlight()
        begun = 0

        async def compute() -> str:
            nonlocal begun
            begun += 1
            await asyncio.sleep(0.01)
            return "answer"

        results = await asyncio.gather(*(flights.join("key", compute) for _ in range(20)))
        return begun, results

    begun, results = asyncio.run(play())
    assert (begun, results) == (1, [("answer", False)] + [("answer", True)] * 19)


def test_other_keys_and_later_questions_are_computed_anew() -> None:
    async def play() -> int:
        flights: SingleFlight[int] = SingleFlight()
        begun = 0

        async def compute() -> int:
            nonlocal begun
            begun += 1
            return begun

        await asyncio.gather(flights.join("a", compute), flights.join("b", compute))
        await flights.join("a", compute)
        return begun

    assert asyncio.run(play()) == 3


def test_a_failure_is_everyones() -> None:
    async def play() -> list[object]:
        flights: SingleFlight[str] = SingleFlight()

        async def compute() -> str:
            await asyncio.sleep(0)
            raise LookupError

        joined = (flights.join("key", compute) for _ in range(3))
        return list(await asyncio.gather(*joined, return_exceptions=True))

    assert [type(outcome) for outcome in asyncio.run(play())] == [LookupError] * 3


@pytest.mark.parametrize(("leaving", "finished"), [(1, True), (2, False)])
def test_it_ends_when_the_last_has_left(leaving: int, finished: bool) -> None:  # noqa: FBT001
    async def play() -> bool:
        flights: SingleFlight[str] = SingleFlight()
        done = asyncio.Event()

        async def compute() -> str:
            await asyncio.sleep(0.02)
            done.set()
            return "answer"

        callers = [asyncio.create_task(flights.join("key", compute)) for _ in range(2)]
        await asyncio.sleep(0)
        for caller in callers[:leaving]:
            caller.cancel()
        await asyncio.gather(*callers, return_exceptions=True)
        await asyncio.sleep(0.03)
        return done.is_set()

    assert asyncio.run(play()) is finished


@pytest.mark.parametrize("is_gone", [True, False], ids=["after it", "before it has ended"])
def test_who_asks_as_the_last_leaves_begins_a_new_one(is_gone: bool) -> None:  # noqa: FBT001
    async def play() -> str:
        flights: SingleFlight[str] = SingleFlight()

        async def never() -> str:
            await asyncio.Event().wait()
            return "never"

        async def compute() -> str:
            return "answer"

        first = asyncio.create_task(flights.join("key", never))
        await asyncio.sleep(0)
        first.cancel()
        if is_gone:
            await asyncio.gather(first, return_exceptions=True)
        # else its turn comes after that of the one who leaves, before what is cancelled has ended
        second = asyncio.create_task(flights.join("key", compute))
        await asyncio.gather(first, return_exceptions=True)
        return (await second)[0]

    assert asyncio.run(play()) == "answer"


def test_one_that_was_given_up_ends_without_the_next() -> None:
    async def play() -> tuple[str, bool]:
        flights: SingleFlight[str] = SingleFlight()
        given_up, done = asyncio.Event(), asyncio.Event()

        async def lingers() -> str:
            try:
                await asyncio.Event().wait()
            finally:
                await given_up.wait()
            return "never"

        async def compute() -> str:
            await done.wait()
            return "answer"

        first = asyncio.create_task(flights.join("key", lingers))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        second = asyncio.create_task(flights.join("key", compute))
        await asyncio.sleep(0)
        given_up.set()
        await asyncio.sleep(0.01)
        third = asyncio.create_task(flights.join("key", compute))
        await asyncio.sleep(0)
        done.set()
        await second
        return await third

    assert asyncio.run(play()) == ("answer", True)
