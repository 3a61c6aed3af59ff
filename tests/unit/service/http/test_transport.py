"""Small writes of one turn of the loop leave together, and nothing is lost or held back."""

import asyncio
from collections.abc import Callable

import pytest

from service.http.transport import FLUSH_BYTES, JoinedWrites


class Recorder(asyncio.Transport):
    """What a transport was asked to do."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[bytes | str] = []

    def write(self, data: object) -> None:
        assert isinstance(data, bytes)
        self.done.append(data)

    def close(self) -> None:
        self.done.append("close")

    def abort(self) -> None:
        self.done.append("abort")

    def is_closing(self) -> bool:
        return bool({"close", "abort"} & set(self.done))


def played(play: Callable[[JoinedWrites], None]) -> tuple[list[bytes | str], list[bytes | str]]:
    """What was done at once, and after a turn of the loop."""

    async def run() -> tuple[list[bytes | str], list[bytes | str]]:
        recorder = Recorder()
        play(JoinedWrites(recorder, asyncio.get_running_loop()))
        at_once = list(recorder.done)
        await asyncio.sleep(0)
        return at_once, recorder.done

    return asyncio.run(run())


def test_writes_of_one_turn_are_one() -> None:
    def play(joined: JoinedWrites) -> None:
        joined.write(b"head")
        joined.write(b"body")

    assert played(play) == ([], [b"headbody"])


def test_much_is_written_at_once() -> None:
    def play(joined: JoinedWrites) -> None:
        joined.write(b"head")
        joined.write(b"x" * FLUSH_BYTES)

    at_once, later = played(play)

    assert at_once == later == [b"head" + b"x" * FLUSH_BYTES]


@pytest.mark.parametrize(
    ("end", "done"), [("close", [b"last", "close"]), ("abort", ["abort"])], ids=["close", "abort"]
)
def test_what_is_left_is_written_before_closing(end: str, done: list[bytes | str]) -> None:
    def play(joined: JoinedWrites) -> None:
        joined.write(b"last")
        getattr(joined, end)()

    at_once, later = played(play)

    assert at_once == later == done
