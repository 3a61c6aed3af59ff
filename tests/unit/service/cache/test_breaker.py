"""The circuit opens after failures in a row, and closes when its probe is answered."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from service.cache import breaker as module
from service.cache.breaker import FAILURES, Breaker, State
from tests.redis_servers import eventually


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE_SECONDS", 0.01)


class Watched:
    """A breaker before something that is ill or well, and what it told."""

    def __init__(self) -> None:
        self.is_well = False
        self.told: list[State] = []
        self.breaker = Breaker(self._probe, lambda state, _reason: self.told.append(state))

    async def _probe(self) -> None:
        if not self.is_well:
            raise ConnectionError

    def fail(self, times: int) -> None:
        for _ in range(times):
            self.breaker.failed("error")


def in_loop(play: Callable[[Watched], Coroutine[Any, Any, None]]) -> Watched:
    async def run() -> Watched:
        watched = Watched()
        await play(watched)
        watched.breaker.stop()
        return watched

    return asyncio.run(run())


def test_a_few_failures_do_not_open_it() -> None:
    async def play(watched: Watched) -> None:
        watched.fail(FAILURES - 1)
        watched.breaker.succeeded()
        watched.fail(FAILURES - 1)

    assert in_loop(play).told == []


def test_failures_in_a_row_open_it() -> None:
    async def play(watched: Watched) -> None:
        watched.fail(FAILURES)

    watched = in_loop(play)
    assert (watched.told, watched.breaker.is_closed) == (["open"], False)


def test_it_stays_open_while_its_probe_fails() -> None:
    async def play(watched: Watched) -> None:
        watched.fail(FAILURES)
        await eventually(lambda: watched.told.count("half_open") > 1)

    assert in_loop(play).told[:4] == ["open", "half_open", "open", "half_open"]


def test_it_closes_when_its_probe_is_answered() -> None:
    async def play(watched: Watched) -> None:
        watched.fail(FAILURES)
        watched.is_well = True
        await eventually(lambda: watched.breaker.is_closed)

    assert in_loop(play).told == ["open", "half_open", "closed"]


def test_it_can_open_again() -> None:
    async def play(watched: Watched) -> None:
        watched.is_well = True
        for _ in range(2):
            watched.fail(FAILURES)
            await eventually(lambda: watched.breaker.is_closed)

    assert in_loop(play).told == ["open", "half_open", "closed"] * 2


def test_failures_are_counted_anew_once_it_is_closed() -> None:
    async def play(watched: Watched) -> None:
        watched.is_well = True
        watched.fail(FAILURES)
        await eventually(lambda: watched.breaker.is_closed)
        watched.fail(FAILURES - 1)

    assert in_loop(play).told == ["open", "half_open", "closed"]


def test_it_never_pauses_longer_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    sleep, pauses = asyncio.sleep, list[float]()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    async def play(watched: Watched) -> None:
        watched.fail(FAILURES)
        while len(pauses) < 20:
            await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", pause)
    in_loop(play)

    assert pauses[0] <= 1.2 * module.FIRST_PAUSE_SECONDS
    assert 0.8 * module.LONGEST_PAUSE_SECONDS <= max(pauses) <= 1.2 * module.LONGEST_PAUSE_SECONDS
