"""Questions of one chat: counted, and answered within the time that the chat waits."""

import asyncio
import math
from time import perf_counter

import msgspec
from litestar.types import HTTPDisconnectEvent, Scope

from pricing.asking.query import MOST_LETTERS, AskQuery
from service.access.rate_limit import RateLimiter
from service.chat.messages import HELP, HELPED, Told, told, too_long
from service.http.compressed_body import bytes_of
from service.http.problems import Refused
from service.http.shares import caller
from service.operations.executor import QueryExecutor, Route
from service.sentences.sentence import Sentence

_DECODE = msgspec.json.Decoder(Told).decode

MOST_REMEMBERED = 4096
"""Requests of a chat that are known again when they are sent again."""


class Conversation:
    """The questions of a chat.

    name: of the caller that the whole chat is, for rates and shares; seconds: how long it waits.
    """

    def __init__(
        self,
        executor: QueryExecutor,
        rates: RateLimiter,
        *,
        name: str,
        seconds: float,
        requests_per_minute: int,
    ) -> None:
        self._executor = executor
        self._rates = rates
        self._name = name
        self._seconds = seconds
        self._most = requests_per_minute
        self._under_way: set[asyncio.Task[Told]] = set()
        self._counted: dict[str, None] = {}
        self._route = Route(
            id="chat",
            is_heavy=True,
            work=lambda query, library: msgspec.json.encode(told(query, library)),
            latency=executor.latency_of(is_heavy=True),
        )

    async def answer(self, typed: str, scope: Scope, *, began: float, request: str = "") -> Told:
        """What is said to what was typed, at the latest when the chat no longer waits.

        began: when the request came, by perf_counter [seconds]; request: the chat's name of it,
        which is the same when it sends it again. Work that takes longer goes on, so that the same
        question is answered when it is asked again.
        """
        scope["state"]["key"] = self._name
        caller.set(self._name)
        if not request or request not in self._counted:
            self._remember(request)
            verdict = await self._rates.spend(self._name, self._most)
            if not verdict.allowed:
                self._counted.pop(request, None)
                return _later("Too many questions at a time", verdict.retry_after_seconds)
        text = " ".join("".join(one if one.isprintable() else " " for one in typed).split())
        if text.lower() in HELP:
            return HELPED
        if len(text) > MOST_LETTERS:
            return too_long()
        work = asyncio.ensure_future(self._told(AskQuery(q=text)))
        self._under_way.add(work)
        work.add_done_callback(self._ended)
        await asyncio.wait({work}, timeout=max(0.0, self._seconds - (perf_counter() - began)))
        if work.done():
            return work.result()
        return Told(
            Sentence(
                "The answer takes longer than the chat waits",
                ("it is being worked out: ask the same in a few seconds",),
            ),
            (text,),
        )

    def _remember(self, request: str) -> None:
        """Count a request once, however often the chat sends it."""
        self._counted[request] = None
        if len(self._counted) > MOST_REMEMBERED:
            del self._counted[next(iter(self._counted))]

    async def _told(self, query: AskQuery) -> Told:
        try:
            answer = await self._executor.answer(self._route, query, _never)
        except Refused as refused:
            return _later(refused.detail.removesuffix("."), refused.headers.get("retry-after"))
        return _DECODE(bytes_of(answer.body))

    def _ended(self, work: "asyncio.Task[Told]") -> None:
        self._under_way.discard(work)
        if not work.cancelled():
            work.exception()  # it is told to who still waits, and else to nobody


def _later(head: str, seconds: float | str | None) -> Told:
    """What is said where the service has no time now."""
    wait = max(1, math.ceil(float(seconds or 1)))
    return Told(Sentence(head, (f"ask again in {wait} second{'s' if wait > 1 else ''}",)))


async def _never() -> HTTPDisconnectEvent:
    """A caller that never hangs up: what it asked is worked out for when it asks again."""
    await asyncio.Event().wait()
    return {"type": "http.disconnect"}
