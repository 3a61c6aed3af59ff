"""A chat waits for seconds, and what takes longer is there when it asks again."""

import asyncio
from time import perf_counter
from typing import Any

import msgspec

from service.access.rate_limit import LocalRateLimiter
from service.chat.conversation import Conversation
from service.chat.messages import Told
from service.execution.latency_average import LatencyAverage
from service.http.problems import Refused
from service.sentences.sentence import Sentence

SECONDS = 0.02


class Answer:
    body = msgspec.json.encode(Told(Sentence("It costs $2")))


class Slow:
    """Answers when it is let go, and keeps the answer."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.refusal: Refused | None = None

    def latency_of(self, *, is_heavy: bool) -> LatencyAverage:
        return LatencyAverage(1.0, begins_slow=is_heavy)

    async def answer(self, *_: object) -> type[Answer]:
        if self.refusal is not None:
            raise self.refusal
        await self.free.wait()
        return Answer


def talking(executor: Any) -> Conversation:
    return Conversation(
        executor, LocalRateLimiter(), name="chat:test", seconds=SECONDS, requests_per_minute=100
    )


async def ask(conversation: Conversation) -> str:
    scope: Any = {"state": {}}
    told = await conversation.answer("h100 price", scope, began=perf_counter())
    return told.sentence.text


def test_work_goes_on_when_the_chat_no_longer_waits() -> None:
    async def play() -> tuple[str, float, str]:
        slow = Slow()
        conversation = talking(slow)
        began = perf_counter()
        first = await ask(conversation)
        waited = perf_counter() - began
        slow.free.set()
        await asyncio.sleep(0)
        return first, waited, await ask(conversation)

    first, waited, second = asyncio.run(play())

    assert "ask the same in a few seconds" in first
    assert SECONDS <= waited < 1.0
    assert second == "It costs $2."


def test_a_service_that_is_full_says_when_to_ask_again() -> None:
    async def play() -> str:
        slow = Slow()
        slow.refusal = Refused("overloaded", "Too many wait.", retry_after_seconds=7)
        return await ask(talking(slow))

    assert asyncio.run(play()) == "Too many wait. Ask again in 7 seconds."
