"""A limit of requests a minute, by the generic cell rate algorithm (GCRA).

Each key has one moment: the time up to which its requests are paid for. A request moves it by a
minute over the limit. A request that would move it more than a minute ahead of now is refused.
There is no window, so that nobody gets twice the rate across the edge of one.
"""

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

WINDOW_SECONDS = 60.0
SLACK_SECONDS = 1e-6
"""Tolerance for moments, which are written to the microsecond."""


class Verdict(NamedTuple):
    """Whether a request is allowed, and what is left.

    ahead_seconds: how far ahead of now the requests of the key are paid for.
    """

    allowed: bool
    limit: int
    ahead_seconds: float

    @property
    def remaining(self) -> int:
        """Requests that would be allowed now [count]."""
        left_seconds = WINDOW_SECONDS + SLACK_SECONDS - self.ahead_seconds
        return max(0, int(left_seconds * self.limit / WINDOW_SECONDS))

    @property
    def retry_after_seconds(self) -> float:
        """Time until one more request would be allowed [seconds]."""
        return max(0.0, self.ahead_seconds + WINDOW_SECONDS / self.limit - WINDOW_SECONDS)


class RateLimiter(Protocol):
    """Counts the requests of keys."""

    async def spend(self, name: str, limit: int) -> Verdict:
        """Count one request against a limit a minute. Keys of one name share what they spend."""


class LocalRateLimiter:
    """Counts requests in this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._paid: dict[str, float] = {}

    async def spend(self, name: str, limit: int) -> Verdict:
        """Count one request."""
        now = self._clock()
        step = WINDOW_SECONDS / limit
        paid = max(self._paid.get(name, now), now)
        allowed = paid + step - now <= WINDOW_SECONDS + SLACK_SECONDS
        if allowed:
            paid += step
        self._paid[name] = paid
        # To the microsecond, as in Redis: what the difference rounds must not make a second more.
        return Verdict(allowed, limit, round(paid - now, 6))
