"""A question is fetched, shared or computed, and the caller is told which."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.pauses import pause
from service.cache.answers import CachedAnswers, Computed
from service.cache.envelope import Content
from service.cache.store import MemoryStore, Store, Unavailable
from service.execution.latency_average import LatencyAverage
from service.execution.short_work import SHORT_SECONDS
from service.execution.worker_pool import WorkerPool, checkpoint
from service.http.body_memory import BodyMemory
from service.http.compressed_body import COMPRESS_FROM_BYTES, bytes_of
from service.http.problems import Refused
from service.http.response import ClientDisconnected
from service.observability.metrics import Metrics
from service.observability.tracing import NoTracer
from service.operations import executor
from service.operations.executor import Answer, QueryExecutor, Route
from service.reload.current import CurrentLibrary
from service.settings import Settings
from tests.asgi import Ask
from tests.redis_servers import eventually

DEVICES = "/v1/catalog/devices"
UNIT_COSTS = "/v1/inference/unit-costs"
QUESTION = b'{"model": "llama-3.1-8b", "deployment": {"device": "h100-sxm-80gb"}}'


class Asked(Struct, frozen=True):
    """A question of these tests."""

    number: int = 0


class Pinned(Struct, frozen=True):
    """A question to one release."""

    catalog: str


class Kitchen:
    """An executor, and the work that it was given."""

    def __init__(self, library: Library, store: Store | None = None, **settings: Any) -> None:
        metrics = Metrics(library)
        self.store = store or MemoryStore(1 << 20)
        self.computed = 0
        self.cancelled = 0
        self.auth = threading.Event()
        self.workers = WorkerPool(2, 2, metrics)
        self.current = CurrentLibrary(library)
        self.executor = QueryExecutor(
            self.current,
            CachedAnswers(self.store, ttl_seconds=60),
            self.workers,
            BodyMemory(1 << 20),
            threshold_seconds=settings.pop("threshold_seconds", 0.0),
            deadline_seconds=settings.pop("deadline_seconds", 5.0),
            metrics=metrics,
            tracer=NoTracer(),
        )
        self.route = self.made("asked", self._work, is_heavy=True)

    def made(self, name: str, work: Callable[[Any, Library], bytes], *, is_heavy: bool) -> Route:
        latency = self.executor.latency_of(is_heavy=is_heavy)
        return Route(id=name, is_heavy=is_heavy, work=work, latency=latency)

    def _work(self, query: Asked, library: Library) -> bytes:
        self.computed += 1
        while not self.auth.wait(0.001):
            try:
                checkpoint()
            except BaseException:
                self.cancelled += 1
                raise
        return f"{query.number} from {library.newest.name}".encode()

    async def ask(self, number: int = 0) -> Answer:
        return await self.executor.answer(self.route, Asked(number), stays)


async def stays() -> Any:
    """A caller who waits for the answer."""
    await asyncio.Event().wait()


def test_a_release_is_read_on_a_thread_before_the_first_quote_needs_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Library(Catalog(library.get(name).release) for name in library.names)
    kitchen, older = Kitchen(own), own.get(own.names[0])
    readers: list[str] = []

    def indexed(catalog: Catalog) -> None:
        time.sleep(0.05)  # others ask meanwhile
        readers.append(threading.current_thread().name)
        catalog.is_indexed = True

    monkeypatch.setattr(executor, "preload", indexed)
    quick = kitchen.made(
        "quick", lambda _query, _library: threading.current_thread().name.encode(), is_heavy=False
    )

    async def play() -> list[Answer]:
        query = Pinned(older.name)
        both = [kitchen.executor.answer(quick, query, stays) for _ in range(2)]
        return [*await asyncio.gather(*both), await kitchen.executor.answer(quick, query, stays)]

    answers = asyncio.run(play())

    assert [name.startswith("heavy") for name in readers] == [True]
    assert {answer.body for answer in answers} == {threading.current_thread().name.encode()}


def said(answer: Answer) -> str:
    return answer.cache_status[1].decode()


@pytest.fixture
def kitchen(library: Library) -> Kitchen:
    made = Kitchen(library)
    made.auth.set()
    return made


def test_the_second_time_it_is_fetched(kitchen: Kitchen) -> None:
    async def play() -> list[Answer]:
        return [await kitchen.ask() for _ in range(2)]

    answers = asyncio.run(play())
    assert ([said(a) for a in answers], answers[0].body, kitchen.computed) == (
        ["unitcost; fwd=miss; stored", "unitcost; hit"],
        answers[1].body,
        1,
    )


def test_a_large_answer_is_kept_after_it_is_given() -> None:
    store = MemoryStore(1 << 20)
    cached = CachedAnswers(store, ttl_seconds=60)
    content = Content(b"[0.25]" * COMPRESS_FROM_BYTES, b"application/json")

    async def compute() -> Computed:
        return Computed(content, is_slow=True)

    async def play() -> tuple[list[str], bool, Content]:
        pace = LatencyAverage(0.0, begins_slow=True)
        first = await cached.answer("key", pace, compute)
        was_there = bool(store.keys)
        await eventually(lambda: store.keys)
        second = await cached.answer("key", pace, compute)
        return [first[1].state, second[1].state], was_there, second[0]

    assert asyncio.run(play()) == (["stored", "hit"], False, content)


class Small(MemoryStore):
    """A store elsewhere, which takes no long values."""

    is_local = False

    def keep(self, key: str, value: bytes, seconds: float, token: str | None) -> bool:
        return len(value) < 1000 and super().keep(key, value, seconds, token)


def test_what_a_store_elsewhere_does_not_take_is_kept_nearby() -> None:
    elsewhere, nearby = Small(1 << 20), MemoryStore(1 << 20)
    cached = CachedAnswers(elsewhere, ttl_seconds=60, nearby=nearby)
    parquet = b"application/vnd.apache.parquet"
    contents = {"long": Content(b"0" * COMPRESS_FROM_BYTES, parquet), "short": Content(b"0", b"")}

    async def ask(key: str) -> tuple[Content, str]:
        async def compute() -> Computed:
            return Computed(contents[key], is_slow=True)

        content, status = await cached.answer(key, LatencyAverage(0.0, begins_slow=True), compute)
        return content, status.state

    async def play() -> list[tuple[Content, str]]:
        for key in contents:
            await ask(key)
        await eventually(lambda: nearby.keys and elsewhere.keys)
        return [await ask(key) for key in contents]

    assert asyncio.run(play()) == [(content, "hit") for content in contents.values()]
    assert (nearby.keys, elsewhere.keys) == (("long",), ("short",))


def test_another_question_is_another_answer(kitchen: Kitchen) -> None:
    async def play() -> list[bytes]:
        return [bytes_of((await kitchen.ask(number)).body)[:1] for number in (1, 2, 1)]

    assert asyncio.run(play()) == [b"1", b"2", b"1"]


def test_where_no_more_work_is_admitted_what_is_kept_or_under_way_is_answered(
    library: Library,
) -> None:
    kitchen = Kitchen(library)

    async def play() -> tuple[list[str], list[object], list[Answer]]:
        kitchen.auth.set()
        await kitchen.ask(0)
        kitchen.auth.clear()
        under_way = [asyncio.create_task(kitchen.ask(number)) for number in (1, 2, 3, 4)]
        await eventually(lambda: kitchen.workers.is_full)
        kept = [await kitchen.ask(0)]
        joining = asyncio.create_task(kitchen.ask(1))
        refused = await asyncio.gather(kitchen.ask(5), return_exceptions=True)
        kitchen.auth.set()
        answers = await asyncio.gather(*under_way, joining)
        return [said(answer) for answer in kept], list(refused), answers

    kept, refused, answers = asyncio.run(play())

    assert kept == ["unitcost; hit"]
    assert [error.kind for error in refused if isinstance(error, Refused)] == ["overloaded"]
    assert [bytes_of(answer.body)[:1] for answer in answers] == [b"1", b"2", b"3", b"4", b"1"]
    assert kitchen.computed == 5


def test_where_work_is_admitted_the_door_says_nothing(kitchen: Kitchen) -> None:
    kitchen.executor.check_queue()

    assert not kitchen.workers.is_full


def test_who_asks_the_same_at_once_shares_one_computation(library: Library) -> None:
    kitchen = Kitchen(library)

    async def play() -> list[Answer]:
        asking = asyncio.gather(*(kitchen.ask() for _ in range(10)))
        await asyncio.sleep(0.02)
        kitchen.auth.set()
        return await asking

    answers = asyncio.run(play())
    assert (kitchen.computed, [said(a) for a in answers]) == (
        1,
        ["unitcost; fwd=miss; stored"] + ["unitcost; fwd=miss; collapsed"] * 9,
    )


def test_what_was_quick_to_compute_is_not_kept(library: Library) -> None:
    kitchen = Kitchen(library, threshold_seconds=1.0)
    kitchen.auth.set()

    assert said(asyncio.run(kitchen.ask())) == "unitcost; fwd=miss; detail=quick"


def test_a_value_that_does_not_check_is_replaced(kitchen: Kitchen) -> None:
    async def play() -> list[Answer]:
        first = await kitchen.ask()
        assert isinstance(kitchen.store, MemoryStore)
        (key,) = kitchen.store.keys
        kitchen.store.keep(key, b"rubbish", 60, None)
        return [first, await kitchen.ask(), await kitchen.ask()]

    answers = asyncio.run(play())
    assert ([said(a) for a in answers], {a.body for a in answers}) == (
        [
            "unitcost; fwd=miss; stored",
            "unitcost; fwd=miss; stored; detail=corrupt",
            "unitcost; hit",
        ],
        {answers[0].body},
    )


class Gone:
    """A store that is never there."""

    is_local = False
    is_taking = False

    async def get(self, key: str) -> bytes | None:  # noqa: ARG002
        raise Unavailable("timeout")

    async def claim(self, key: str, seconds: float) -> str | None:  # noqa: ARG002
        raise Unavailable("timeout")

    def keep(self, key: str, value: bytes, seconds: float, token: str | None) -> bool:  # noqa: ARG002
        return False

    def release(self, key: str, token: str) -> None:
        """Nothing."""

    async def close(self) -> None:
        """Nothing."""


def test_without_a_store_there_is_an_answer_all_the_same(library: Library) -> None:
    kitchen = Kitchen(library, Gone())
    kitchen.auth.set()

    assert said(asyncio.run(kitchen.ask())) == "unitcost; fwd=bypass; detail=timeout"


def test_work_ends_when_its_caller_leaves(library: Library) -> None:
    kitchen = Kitchen(library)

    async def leaves() -> Any:
        await eventually(lambda: kitchen.computed)
        return {"type": "http.disconnect"}

    async def play() -> None:
        with pytest.raises(ClientDisconnected):
            await kitchen.executor.answer(kitchen.route, Asked(), leaves)
        await eventually(lambda: kitchen.cancelled)

    asyncio.run(play())

    assert (kitchen.cancelled, kitchen.workers.admitted) == (1, 0)


def test_work_goes_on_for_the_others_when_one_leaves(library: Library) -> None:
    kitchen = Kitchen(library)

    async def leaves() -> Any:
        await eventually(lambda: kitchen.computed)
        return {"type": "http.disconnect"}

    async def play() -> Answer:
        staying = asyncio.create_task(kitchen.ask())
        with pytest.raises(ClientDisconnected):
            await kitchen.executor.answer(kitchen.route, Asked(), leaves)
        kitchen.auth.set()
        return await staying

    assert bytes_of(asyncio.run(play()).body).startswith(b"0 from")


def test_a_deadline_ends_it(library: Library) -> None:
    kitchen = Kitchen(library, deadline_seconds=0.05)

    async def play() -> None:
        try:
            await kitchen.ask()
        finally:
            await eventually(lambda: kitchen.cancelled)

    with pytest.raises(Refused) as raised:
        asyncio.run(play())

    assert (raised.value.kind, "retry-after" in raised.value.headers) == ("deadline-exceeded", True)


def test_a_question_keeps_the_release_that_it_began_with(library: Library) -> None:
    kitchen = Kitchen(library)
    older = Library([library.get(library.names[0])])

    async def play() -> list[bytes]:
        first = asyncio.create_task(kitchen.ask())
        await eventually(lambda: kitchen.computed)
        kitchen.current.library = older
        kitchen.auth.set()
        return [bytes_of((await first).body), bytes_of((await kitchen.ask()).body)]

    assert asyncio.run(play()) == [
        f"0 from {library.newest.name}".encode(),
        f"0 from {older.newest.name}".encode(),
    ]


def test_a_question_that_waits_for_a_thread_keeps_the_release_that_it_came_with(
    library: Library,
) -> None:
    kitchen = Kitchen(library)

    async def play() -> list[bytes]:
        asking = [asyncio.create_task(kitchen.ask(number)) for number in range(3)]
        await eventually(lambda: kitchen.computed == 2)
        kitchen.current.library = Library([library.get(library.names[0])])
        kitchen.auth.set()
        return [bytes_of(answer.body) for answer in await asyncio.gather(*asking)]

    assert asyncio.run(play()) == [f"{n} from {library.newest.name}".encode() for n in range(3)]


def test_what_turns_out_to_take_long_is_kept(library: Library) -> None:
    kitchen = Kitchen(library, threshold_seconds=1e-9)
    kitchen.auth.set()
    quick = kitchen.made("quick", kitchen.route.work, is_heavy=False)

    async def play() -> list[str]:
        return [said(await kitchen.executor.answer(quick, Asked(), stays)) for _ in range(20)]

    first, *_, last = asyncio.run(play())

    assert (first, last) == ("unitcost; fwd=bypass; detail=quick", "unitcost; hit")


@pytest.mark.parametrize("threshold_seconds", [1.0, 1e-9])
def test_what_turns_out_to_take_long_goes_to_a_thread(
    library: Library, threshold_seconds: float
) -> None:
    kitchen = Kitchen(library, threshold_seconds=threshold_seconds)
    begun: list[str] = []

    def work(_query: Any, _library: Library) -> bytes:
        begun.append(threading.current_thread().name)
        until = time.thread_time() + 4 * SHORT_SECONDS
        while time.thread_time() < until:
            pause()
        return b"worked out"

    quick = kitchen.made("quick", work, is_heavy=False)

    async def play() -> list[bytes]:
        asked = [await kitchen.executor.answer(quick, Asked(number), stays) for number in range(2)]
        return [bytes_of(answer.body) for answer in asked]

    assert asyncio.run(play()) == [b"worked out"] * 2
    assert [name.partition("_")[0] for name in begun] == ["MainThread", "heavy"] * 2


def test_point_quotes_pass_the_cache_by(ask: Ask) -> None:
    said = [ask("POST", UNIT_COSTS, body=QUESTION).headers["cache-status"] for _ in range(2)]

    assert said == ["unitcost; fwd=bypass; detail=quick"] * 2


@pytest.mark.parametrize(
    ("method", "path", "asked"),
    [("POST", UNIT_COSTS, {"body": QUESTION}), ("GET", DEVICES, {"query": "limit=5"})],
)
def test_with_the_threshold_lowered_any_operation_is_cached(
    make_ask: Callable[..., Ask], method: str, path: str, asked: dict[str, Any]
) -> None:
    ask = make_ask(Settings(cache_threshold_seconds=0))
    uncached = make_ask(Settings(cache_bytes=0))(method, path, **asked)

    answers = [ask(method, path, **asked) for _ in range(2)]

    assert (
        [answered.headers["cache-status"] for answered in answers],
        {answered.body for answered in answers},
        answers[0].headers.get("etag"),
    ) == (
        ["unitcost; fwd=miss; stored", "unitcost; hit"],
        {uncached.body},
        answers[1].headers.get("etag"),
    )


def test_a_refusal_is_not_cached(make_ask: Callable[..., Ask]) -> None:
    ask = make_ask(Settings(cache_threshold_seconds=0))

    answers = [ask("GET", DEVICES, query="device=no-such-device") for _ in range(2)]

    assert [(a.status, "cache-status" in a.headers) for a in answers] == [(422, False)] * 2


def test_what_the_cache_did_is_counted(make_ask: Callable[..., Ask]) -> None:
    ask = make_ask(Settings(cache_threshold_seconds=0))
    for _ in range(3):
        ask("GET", DEVICES, query="limit=5")

    text = ask("GET", "/metrics").body.decode()
    assert (
        'unitcost_cache_answers_total{detail="",state="stored"} 1.0' in text,
        'unitcost_cache_answers_total{detail="",state="hit"} 2.0' in text,
    ) == (True, True)
