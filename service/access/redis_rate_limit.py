"""Rate limits counted in Redis, once for all processes that share it."""

from service.access.rate_limit import WINDOW_SECONDS, LocalRateLimiter, Verdict
from service.cache.redis_store import PREFIX, RedisStore
from service.cache.store import Unavailable

_SCRIPT = """
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local step, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local paid = tonumber(redis.pcall('GET', KEYS[1]))
if not paid or not (paid > now and paid <= now + 2 * window) then paid = now end
local allowed = 0
if paid + step - now <= window + 0.000001 then
  allowed = 1
  paid = paid + step
  redis.call('SET', KEYS[1], string.format('%.6f', paid), 'PX', math.ceil((paid - now) * 1000) + 1)
end
return {allowed, string.format('%.6f', paid - now)}
"""
"""The arithmetic of `LocalRateLimiter.spend`, on the server's clock and in one step.

A clock that was set back leaves a moment too far ahead. Such a moment, and a value that is none,
count as nothing; otherwise a caller would be locked out for as long.
"""


class RedisRateLimiter:
    """Counts requests in Redis, and in this process while Redis does not answer."""

    def __init__(self, store: RedisStore) -> None:
        self._store = store
        self._local = LocalRateLimiter()

    async def spend(self, name: str, limit: int) -> Verdict:
        """Count one request."""
        step = WINDOW_SECONDS / limit
        try:
            answered = await self._store.run(_SCRIPT, f"{PREFIX}:rate:{name}", step, WINDOW_SECONDS)
            allowed, ahead = int(answered[0]), float(answered[1])
        except (Unavailable, TypeError, ValueError, IndexError):
            return await self._local.spend(name, limit)
        return Verdict(bool(allowed), limit, ahead)
