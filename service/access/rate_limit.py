"""RateLimiter: so many requests a minute, counted once for all processes that share a Redis.

The generic cell rate algorithm: one moment a key, the moment up to which its requests are paid
for. Each request moves it by the time between two; one that would move it further ahead of now
than a minute is refused. It needs no window, so nobody gets twice the rate across the edge of
one.
"""

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

WINDOW_SECONDS = 60.0
SLACK_SECONDS = 1e-6
"""Moments are written to the microsecond: by no more may the window be passed."""


class Verdict(NamedTuple):
    """Whether a request may pass, and what is left.

    ahead_seconds: how far ahead of now the key's requests are paid for.
    """

    allowed: bool
    limit: int
    ahead_seconds: float

    @property
    def remaining(self) -> int:
        """Requests that would pass at this moment [count]."""
        left_seconds = WINDOW_SECONDS + SLACK_SECONDS - self.ahead_seconds
        return max(0, int(left_seconds * self.limit / WINDOW_SECONDS))

    @property
    def retry_after_seconds(self) -> float:
        """Until one more would pass [seconds]."""
        return max(0.0, self.ahead_seconds + WINDOW_SECONDS / self.limit - WINDOW_SECONDS)


class RateLimiter(Protocol):
    """Counts the requests of a key."""

    async def spend(self, name: str, limit: int) -> Verdict:
        """Count one request against a limit a minute."""


class LocalRateLimiter:
    """Counts in this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._paid: dict[tuple[str, int], float] = {}

    async def spend(self, name: str, limit: int) -> Verdict:
        """Count one request."""
        now = self._clock()
        step = WINDOW_SECONDS / limit
        paid = max(self._paid.get((name, limit), now), now)
        allowed = paid + step - now <= WINDOW_SECONDS + SLACK_SECONDS
        if allowed:
            paid += step
        self._paid[name, limit] = paid
        # To the microsecond, as in Redis: what the difference rounds must not make a second more.
        return Verdict(allowed, limit, round(paid - now, 6))
