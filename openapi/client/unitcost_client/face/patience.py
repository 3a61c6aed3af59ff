"""How often, and how long after, a question is asked again."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx

AGAIN = frozenset({429, 502, 503, 504})
"""Statuses of what may be answered in a moment."""

UNSENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ReadError,
    httpx.RemoteProtocolError,
    httpx.WriteError,
)
"""Failures of a connection. A question changes nothing, so that it may be asked twice."""

FIRST_SECONDS = 0.25


@dataclass(frozen=True, kw_only=True)
class Patience:
    """When a question is asked again.

    retries: times at most; most_wait_seconds: how long all waits of one question take at most. A
    service that asks for a longer wait has its problem raised at once.
    """

    retries: int = 3
    most_wait_seconds: float = 30.0

    def wait_seconds(self, tried: int, waited: float, asked_for: float | None) -> float | None:
        """How long to wait before the next try; None for no further one.

        tried: retries up to now; waited: for them [seconds]; asked_for: by the service [seconds].
        """
        if tried >= self.retries:
            return None
        # callers that were refused together do not come back together
        own = FIRST_SECONDS * 2.0**tried * random.uniform(0.5, 1.0)  # noqa: S311 - no secret
        seconds = own if asked_for is None else asked_for
        return seconds if waited + seconds <= self.most_wait_seconds else None


def retry_after_seconds(response: httpx.Response, now: datetime | None = None) -> float | None:
    """What `Retry-After` asks for, as seconds or as a date (RFC 9110, 10.2.3); None for nothing."""
    text = response.headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())
