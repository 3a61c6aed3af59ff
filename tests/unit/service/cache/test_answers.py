"""What is asked of a store that processes share, and given back to it."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from service.cache.answers import TTL_JITTER_FRACTION, CachedAnswers, Computed, Status
from service.cache.envelope import Content, packed
from service.cache.store import MemoryStore, Unavailable
from service.execution.latency_average import LatencyAverage
from service.http.compressed_body import COMPRESS_FROM_BYTES
from tests.redis_servers import eventually

KEY = "a" * 64
SMALL = Content(b"{}", b"application/json")
LARGE = Content(b"{}" * COMPRESS_FROM_BYTES, b"application/json")
SLOW = LatencyAverage(1e-9, begins_slow=True)
SLOW.mean_seconds = 1.0


class Shared(MemoryStore):
    """A store that other processes ask too, and what was asked of it."""

    is_local = False

    def __init__(self, *, is_full: bool = False, held_by_others: int = 0) -> None:
        super().__init__(1 << 20)
        self.is_full = is_full
        self.held_by_others = held_by_others
        self.claimed: list[float] = []
        self.released: list[str] = []
        self.kept_seconds: list[float] = []

    @property
    def is_taking(self) -> bool:
        return not self.is_full

    async def claim(self, key: str, seconds: float) -> str | None:  # noqa: ARG002
        self.claimed.append(seconds)
        return None if len(self.claimed) <= self.held_by_others else "token"

    def keep(self, key: str, value: bytes, seconds: float, token: str | None) -> bool:
        self.kept_seconds.append(seconds)
        return self.is_taking and super().keep(key, value, seconds, token)

    def release(self, key: str, token: str) -> None:  # noqa: ARG002
        self.released.append(token)


class Gone(Shared):
    """A store that is not there."""

    async def get(self, key: str) -> bytes | None:  # noqa: ARG002
        raise Unavailable("open")


def computing(content: Content, *, is_slow: bool = True) -> Callable[[], Awaitable[Computed]]:
    async def compute() -> Computed:
        return Computed(content, is_slow)

    return compute


def status_of(cached: CachedAnswers, compute: Callable[[], Awaitable[Computed]]) -> Status:
    return asyncio.run(cached.answer(KEY, SLOW, compute))[1]


def test_what_was_written_together_does_not_expire_together() -> None:
    store = Shared()
    cached = CachedAnswers(store, ttl_seconds=100)

    for _ in range(50):
        store._entries.clear()  # noqa: SLF001 - so that each is written
        status_of(cached, computing(SMALL))

    low, high = 100 * (1 - TTL_JITTER_FRACTION), 100 * (1 + TTL_JITTER_FRACTION)
    assert low <= min(store.kept_seconds) < max(store.kept_seconds) <= high


def test_what_lies_nearby_is_found_while_the_other_store_is_gone() -> None:
    nearby = MemoryStore(1 << 20)
    nearby.keep(KEY, packed(KEY, SMALL, is_checked=False), 60, None)
    cached = CachedAnswers(Gone(), ttl_seconds=60, nearby=nearby)

    assert status_of(cached, computing(SMALL)) == ("hit", "")


@pytest.mark.parametrize(
    ("content", "is_slow", "is_full", "told"),
    [
        (SMALL, False, False, ("miss", "quick")),
        (SMALL, True, True, ("miss", "not-taken")),
        (LARGE, True, True, ("miss", "not-taken")),
    ],
)
def test_a_claim_is_given_back_where_nothing_is_kept(
    content: Content,
    is_slow: bool,  # noqa: FBT001
    is_full: bool,  # noqa: FBT001
    told: tuple[str, str],
) -> None:
    store = Shared(is_full=is_full)
    cached = CachedAnswers(store, ttl_seconds=60)

    assert status_of(cached, computing(content, is_slow=is_slow)) == told
    assert (len(store.claimed), store.released) == (1, ["token"])


def test_a_claim_is_given_back_where_the_answer_turns_out_too_long() -> None:
    store, nearby = Shared(), MemoryStore(1 << 20)
    cached = CachedAnswers(store, ttl_seconds=60, nearby=nearby)

    async def play() -> None:
        await cached.answer(KEY, SLOW, computing(LARGE))
        store.is_full = True
        await eventually(lambda: nearby.keys)

    asyncio.run(play())

    assert store.released == ["token"]


def test_what_another_computed_meanwhile_is_taken_and_the_claim_given_back() -> None:
    class Filled(Shared):
        """A store into which another writes as it gives its claim back."""

        async def claim(self, key: str, seconds: float) -> str | None:
            token = await super().claim(key, seconds)
            if token is not None:
                MemoryStore.keep(self, key, packed(key, SMALL), 60, None)
            return token

    store = Filled(held_by_others=1)
    cached = CachedAnswers(store, ttl_seconds=60)

    assert status_of(cached, computing(LARGE)) == ("hit", "awaited")
    assert store.released == ["token"]


@pytest.mark.parametrize(("mean_seconds", "seconds"), [(1e-3, 0.5), (1.0, 4.0), (100.0, 10.0)])
def test_a_claim_runs_out_by_itself(mean_seconds: float, seconds: float) -> None:
    store = Shared()
    pace = LatencyAverage(1e-9, begins_slow=True)
    pace.mean_seconds = mean_seconds

    asyncio.run(CachedAnswers(store, ttl_seconds=60).answer(KEY, pace, computing(SMALL)))

    assert store.claimed == [seconds]


def test_no_claim_is_made_of_what_is_computed_as_quickly() -> None:
    store = Shared()
    pace = LatencyAverage(1.0, begins_slow=True)

    asyncio.run(CachedAnswers(store, ttl_seconds=60).answer(KEY, pace, computing(SMALL)))

    assert (store.claimed, len(store.kept_seconds)) == ([], 1)


@pytest.mark.parametrize(
    "value", [packed("b" * 64, SMALL), packed(KEY, SMALL, is_checked=False)], ids=["key", "sum"]
)
def test_a_value_that_does_not_check_is_computed_anew(value: bytes) -> None:
    store = Shared()
    MemoryStore.keep(store, KEY, value, 60, None)
    cached = CachedAnswers(store, ttl_seconds=60)

    assert status_of(cached, computing(SMALL)) == ("stored", "corrupt")


def test_what_others_may_read_is_written_with_its_checksum() -> None:
    store = Shared()

    status_of(CachedAnswers(store, ttl_seconds=60), computing(SMALL))

    assert asyncio.run(store.get(KEY)) == packed(KEY, SMALL)


def test_a_claim_is_given_back_where_the_computation_fails() -> None:
    async def fail() -> Computed:
        raise LookupError

    store = Shared()
    with pytest.raises(LookupError):
        status_of(CachedAnswers(store, ttl_seconds=60), fail)

    assert store.released == ["token"]
