"""Authentication by API key, scope and rate limit."""

import math
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime

from litestar.types import Scope as AsgiScope

from service.access.keys import KeyRing, Scope
from service.access.rate_limit import WINDOW_SECONDS, RateLimiter, Verdict
from service.http.problems import Refused
from service.http.shares import caller

_BEARER = b"bearer "


class Authenticator:
    """Admits requests with a key that is valid, has the scope and keeps its rate limit."""

    def __init__(
        self,
        ring: KeyRing,
        rates: RateLimiter,
        today: Callable[[], date] = lambda: datetime.now(UTC).date(),
    ) -> None:
        self.ring = ring
        self._rates = rates
        self._today = today

    async def admit(self, scope: AsgiScope, headers: Mapping[bytes, bytes], need: Scope) -> None:
        """Return where the request is admitted; its rate goes into the headers of the answer.

        Raises Refused.
        """
        given = headers.get(b"authorization", b"")
        presented = given[len(_BEARER) :].strip() if given.lower().startswith(_BEARER) else b""
        key = self.ring.find(presented, self._today()) if presented else None
        if key is None:
            raise Refused(
                "unauthorized",
                "Send a valid API key: `Authorization: Bearer …`.",
                headers={"www-authenticate": 'Bearer realm="unitcost"'},
            )
        if need not in key.scopes:
            raise Refused("forbidden", f"The key {key.name} lacks the scope {need!r}.")
        scope["state"]["key"] = key.name
        caller.set(key.name)
        if key.requests_per_minute is None:
            return
        verdict = await self._rates.spend(key.name, key.requests_per_minute)
        scope["state"]["headers"] = _rate_headers(verdict)
        if not verdict.allowed:
            raise Refused(
                "too-many-requests",
                f"The key {key.name} may send {verdict.limit} requests a minute.",
                retry_after_seconds=max(1, math.ceil(verdict.retry_after_seconds)),
            )


def _rate_headers(verdict: Verdict) -> tuple[tuple[bytes, bytes], ...]:
    """The headers of the IETF draft: the policy, and what is left of it until it is reset."""
    reset = math.ceil(verdict.ahead_seconds)
    policy = f'"key";q={verdict.limit};w={WINDOW_SECONDS:.0f}'
    return (
        (b"ratelimit-policy", policy.encode()),
        (b"ratelimit", f'"key";r={verdict.remaining};t={reset}'.encode()),
    )
