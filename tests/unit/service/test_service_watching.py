import asyncio
import io
import threading

import msgspec

from service.logs import Log
from service.watching import Watcher


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
        async with Watcher([failing], seconds=0.01, log=Log("error", stream)):
            return await asyncio.to_thread(looked.wait, 10.0)

    assert asyncio.run(watch())
    line = msgspec.json.decode(stream.getvalue().splitlines()[0])
    assert line["event"] == "look_failed"
    assert "no such column" in line["exception"]
