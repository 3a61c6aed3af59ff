"""Writes wait their turn, and only so many of them."""

import asyncio

from service.cache import write_queue as module
from service.cache.write_queue import WriteQueue
from tests.redis_servers import eventually


def test_writes_are_done_in_order() -> None:
    async def play() -> list[int]:
        done: list[int] = []
        writer = WriteQueue()

        async def write(number: int) -> None:
            await asyncio.sleep(0)
            done.append(number)

        for number in range(5):
            writer.offer(lambda number=number: write(number), 1)  # type: ignore[misc]
        await writer.flush()
        return done

    assert asyncio.run(play()) == [0, 1, 2, 3, 4]


def test_what_does_not_fit_is_refused() -> None:
    async def play() -> tuple[list[bool], int]:
        writer = WriteQueue()
        stuck = asyncio.Event()

        async def write() -> None:
            await stuck.wait()

        half = module.MOST_WAITING_BYTES // 2
        taken = [writer.offer(write, half) for _ in range(3)]
        stuck.set()
        await writer.flush()
        return taken, writer.waiting_bytes

    assert asyncio.run(play()) == ([True, True, False], 0)


def test_one_that_is_larger_than_all_is_taken_alone() -> None:
    async def play() -> list[bool]:
        writer = WriteQueue()
        stuck = asyncio.Event()

        async def write() -> None:
            await stuck.wait()

        taken = [writer.offer(write, module.MOST_WAITING_BYTES * 2) for _ in range(2)]
        stuck.set()
        await writer.flush()
        return taken

    assert asyncio.run(play()) == [True, False]


def test_a_write_that_hangs_does_not_hold_the_end_up() -> None:
    async def play() -> int:
        writer = WriteQueue()
        writer.offer(asyncio.Event().wait, 1)  # type: ignore[arg-type]
        async with asyncio.timeout(module.FLUSH_SECONDS * 2):
            await writer.flush()
        return writer.waiting_bytes

    assert asyncio.run(play()) == 0


def test_what_is_written_makes_room() -> None:
    async def play() -> list[bool]:
        writer = WriteQueue()

        async def write() -> None:
            """Nothing."""

        taken = []
        for _ in range(3):
            taken.append(writer.offer(write, module.MOST_WAITING_BYTES - 1))
            await eventually(lambda: not writer.waiting_bytes)
        return taken

    assert asyncio.run(play()) == [True] * 3


def test_only_so_many_wait_however_small() -> None:
    async def play() -> list[bool]:
        writer = WriteQueue()
        taken = [writer.offer(asyncio.Event().wait, 0) for _ in range(module.MOST_WAITING + 1)]  # type: ignore[arg-type]
        await writer.flush()
        return taken

    assert asyncio.run(play()) == [True] * module.MOST_WAITING + [False]
