"""The store in Redis. Every call has a time limit, and a lost server is not waited for."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from redis.exceptions import (
    MaxConnectionsError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)
from redis.exceptions import TimeoutError as RedisTimeoutError

from service.cache.breaker import Breaker
from service.cache.redis_events import RedisEvents
from service.cache.redis_url import Client, close_client
from service.cache.store import Unavailable
from service.cache.write_queue import WriteQueue

Result = TypeVar("Result")

PREFIX = "unitcost"
PROBE_SECONDS = 1.0
WRITE_SECONDS = 1.0
WRITE_PAUSE_SECONDS = 5.0
LARGEST_VALUE_BYTES = 4 << 20
"""A larger value takes longer to fetch than a lookup may."""

_WRITE_REFUSALS: dict[type[Exception], str] = {
    OutOfMemoryError: "full",
    ReadOnlyError: "read-only",
    NoPermissionError: "not-permitted",
}

_OTHER_KIND = "WRONGTYPE"

_RELEASE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
"""
"""A claim is deleted only by its holder: it may have expired and be another's."""


class RedisStore:
    """Values and claims in Redis under `unitcost:{key}`. The braces keep both in one slot."""

    is_local = False

    def __init__(self, client: Client, events: RedisEvents, *, call_seconds: float) -> None:
        self._client: Any = client
        self._events = events
        self._call_seconds = call_seconds
        self._writer = WriteQueue()
        self._writes_resume = 0.0
        self.breaker = Breaker(self.probe, events.breaker)

    @property
    def is_taking(self) -> bool:
        """Whether the server answers and takes writes, as far as is known."""
        return self.breaker.is_closed and not self._writes_are_paused

    async def get(self, key: str) -> bytes | None:
        """The value of a key; an invalid one for an entry that is not a string."""
        value = await self.call(lambda: self._text(_value(key)))
        return value if isinstance(value, bytes) else None

    async def claim(self, key: str, seconds: float) -> str | None:
        """A token, unless another process holds one; an empty one while writes are paused."""
        if self._writes_are_paused:
            return ""
        token = secrets.token_hex(8)
        milliseconds = int(seconds * 1000)
        try:
            first = await self.call(
                lambda: self._client.set(_claim(key), token, nx=True, px=milliseconds)
            )
        except Unavailable as unavailable:
            if unavailable.reason in _WRITE_REFUSALS.values():
                return ""
            raise
        return token if first else None

    def keep(self, key: str, value: bytes, seconds: float, token: str | None) -> bool:
        """Take a value to write in the background."""
        if len(value) > LARGEST_VALUE_BYTES or not self.is_taking:
            return False

        async def write() -> None:
            milliseconds = int(seconds * 1000)
            await self._write(lambda: self._client.set(_value(key), value, px=milliseconds))
            if token:
                await self._give_back(key, token)

        taken = self._writer.offer(write, len(value))
        if not taken:
            self._events.write_dropped()
        return taken

    def release(self, key: str, token: str) -> None:
        """Give a claim back in the background; if that fails, it expires."""
        if token:
            self._writer.offer(lambda: self._give_back(key, token), 0)

    async def probe(self) -> None:
        """Ping the server."""
        async with asyncio.timeout(PROBE_SECONDS):
            await self._client.ping()

    async def close(self) -> None:
        """Write what is pending, within a second, and disconnect."""
        await self._writer.flush()
        self.breaker.stop()
        await close_client(self._client)

    async def call(self, command: Callable[[], Awaitable[Result]]) -> Result:
        """The answer of the server within the time limit. Raises Unavailable otherwise."""
        if not self.breaker.is_closed:
            raise Unavailable("open")
        return await self._timed(command, self._call_seconds)

    async def run(self, script: str, key: str, *arguments: object) -> Any:
        """The answer of a script over one key. Raises Unavailable."""
        return await self.call(lambda: self._client.eval(script, 1, key, *arguments))

    @property
    def _writes_are_paused(self) -> bool:
        return time.monotonic() < self._writes_resume

    async def _text(self, name: str) -> Any:
        try:
            return await self._client.get(name)
        except ResponseError as error:
            # a list, say, that another put there: the server is well, and writing replaces it
            if not str(error).startswith(_OTHER_KIND):
                raise
            return b""

    async def _timed(self, command: Callable[[], Awaitable[Result]], seconds: float) -> Result:
        try:
            async with asyncio.timeout(seconds):
                result = await command()
        except MaxConnectionsError:
            raise Unavailable("busy") from None
        except tuple(_WRITE_REFUSALS) as error:
            # the server is well, it just does not take writes
            self.breaker.succeeded()
            self._writes_resume = time.monotonic() + WRITE_PAUSE_SECONDS
            reason = _WRITE_REFUSALS[type(error)]
            self._events.writes_refused(reason)
            raise Unavailable(reason) from None
        except Exception as error:
            # whatever a broken server or connection makes the client raise
            reason = "timeout" if isinstance(error, (TimeoutError, RedisTimeoutError)) else "error"
            self.breaker.failed(f"{reason}: {type(error).__name__}")
            raise Unavailable(reason) from error
        self.breaker.succeeded()
        return result

    async def _write(self, command: Callable[[], Awaitable[object]]) -> None:
        if not self.breaker.is_closed or self._writes_are_paused:
            self._events.write_dropped()
            return
        try:
            await self._timed(command, WRITE_SECONDS)
        except Unavailable:
            self._events.write_dropped()
        else:
            self._events.written()

    async def _give_back(self, key: str, token: str) -> None:
        if self.breaker.is_closed:
            with suppress(Unavailable):  # it runs out by itself
                await self._timed(
                    lambda: self._client.eval(_RELEASE, 1, _claim(key), token), WRITE_SECONDS
                )


def _value(key: str) -> str:
    return f"{PREFIX}:{{{key}}}:value"


def _claim(key: str) -> str:
    return f"{PREFIX}:{{{key}}}:claim"
