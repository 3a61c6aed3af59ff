import asyncio
import io
import threading

import msgspec

from service.logs import Log
from service.reload.poller import Poller


def test_watcher_outlives_a_look_that_fails() -> None:
    """Another look goes on, or a key that is withdrawn would stay good until the next start."""
    stream, looked = io.BytesIO(), threading.Event()
    failures = iter([ValueError("no such column"), None])

    def failing() -> None:
        error = next(failures, None)
        if error is not None:
            raise error
        looked.set()

    async def watch() -> bool:
        async with Poller([failing], seconds=0.01, log=Log("error", stream)):
            return await asyncio.to_thread(looked.wait, 10.0)

    assert asyncio.run(watch())
    line = msgspec.json.decode(stream.getvalue().splitlines()[0])
    assert line["event"] == "look_failed"
    assert "no such column" in line["exception"]


def test_watcher_looks_no_sooner_than_told_and_ends_with_the_service() -> None:
    looked, others = threading.Event(), {*threading.enumerate()}

    async def watch() -> list[threading.Thread]:
        async with Poller([looked.set], seconds=3600.0, log=Log("error", io.BytesIO())):
            await asyncio.sleep(0.05)
            threads = {*threading.enumerate()} - others
            return [thread for thread in threads if thread.name == "watcher"]

    watching = asyncio.run(watch())
    for thread in watching:
        thread.join(10.0)

    assert watching
    assert not any(thread.is_alive() for thread in watching)
    assert not looked.is_set()


def test_look_that_hangs_holds_up_no_other() -> None:
    looked, over = threading.Event(), threading.Event()

    async def watch() -> bool:
        def hang() -> None:
            over.wait(30.0)

        looks = [hang, looked.set]
        async with Poller(looks, seconds=0.01, log=Log("error", io.BytesIO())):
            return await asyncio.to_thread(looked.wait, 10.0)

    try:
        assert asyncio.run(watch())
    finally:
        over.set()
