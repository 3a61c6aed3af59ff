"""A rate allows so many a minute, whenever the minute begins."""

import asyncio

from hypothesis import given
from hypothesis.strategies import floats, integers, lists

from service.access.rate_limit import WINDOW_SECONDS, LocalRateLimiter, Verdict


class Clock:
    """A clock that stands still until it is moved."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def spend(rates: LocalRateLimiter, limit: int, times: int = 1) -> list[Verdict]:
    async def play() -> list[Verdict]:
        return [await rates.spend("caller", limit) for _ in range(times)]

    return asyncio.run(play())


def test_as_many_as_the_limit_pass_at_once() -> None:
    verdicts = spend(LocalRateLimiter(Clock()), 10, 12)

    assert [verdict.allowed for verdict in verdicts] == [True] * 10 + [False] * 2


def test_what_is_left_is_counted_down() -> None:
    verdicts = spend(LocalRateLimiter(Clock()), 3, 4)

    assert [verdict.remaining for verdict in verdicts] == [2, 1, 0, 0]


def test_one_more_passes_when_it_was_said_to() -> None:
    clock = Clock()
    rates = LocalRateLimiter(clock)
    refused = spend(rates, 10, 11)[-1]
    clock.now += refused.retry_after_seconds

    assert [verdict.allowed for verdict in spend(rates, 10, 2)] == [True, False]


@given(now=floats(0, 1e7))
def test_what_is_ahead_does_not_depend_on_the_clock(now: float) -> None:
    clock = Clock()
    clock.now = now

    assert [verdict.ahead_seconds for verdict in spend(LocalRateLimiter(clock), 2, 2)] == [
        30.0,
        60.0,
    ]


@given(
    limit=integers(1, 50), pauses=lists(floats(0, WINDOW_SECONDS, allow_nan=False), max_size=100)
)
def test_in_no_minute_more_pass_than_twice_the_limit(limit: int, pauses: list[float]) -> None:
    clock = Clock()
    rates = LocalRateLimiter(clock)
    passed: list[float] = []
    for pause in pauses:
        clock.now += pause
        passed += [clock.now for verdict in spend(rates, limit, 3) if verdict.allowed]

    worst = max(
        (sum(start <= moment < start + WINDOW_SECONDS for moment in passed) for start in passed),
        default=0,
    )
    assert worst <= 2 * limit


def test_every_limit_is_reached_and_none_passed() -> None:
    for limit in (*range(1, 100), 600, 997):
        verdicts = spend(LocalRateLimiter(Clock()), limit, limit + 1)

        assert [verdict.allowed for verdict in verdicts] == [True] * limit + [False]
        assert [verdict.remaining for verdict in verdicts] == [*reversed(range(limit)), 0]


def test_who_asked_nothing_for_long_may_ask_no_more_at_once() -> None:
    clock = Clock()
    rates = LocalRateLimiter(clock)
    spend(rates, 10)
    clock.now += 3600.0

    assert sum(verdict.allowed for verdict in spend(rates, 10, 30)) == 10


def test_callers_are_counted_apart() -> None:
    rates = LocalRateLimiter(Clock())
    spend(rates, 2, 2)

    assert asyncio.run(rates.spend("another", 2)).remaining == 1


def test_keys_of_one_name_share_what_they_spend() -> None:
    rates = LocalRateLimiter(Clock())
    spend(rates, 2, 1)

    assert asyncio.run(rates.spend("caller", 600)).remaining == 299
