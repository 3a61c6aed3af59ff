"""The cache in a real Redis: shared by processes, and never the reason for a wrong answer."""

import asyncio
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest
import redis

from pricing.catalog.library import Library
from service.access.rate_limit import Verdict
from service.access.redis_rate_limit import RedisRateLimiter
from service.cache.answers import Computed, Status
from service.cache.breaker import FAILURES
from service.cache.envelope import Content, packed
from service.cache.redis_store import LARGEST_VALUE_BYTES, WRITE_PAUSE_SECONDS
from service.cache.store import Unavailable
from service.execution.latency_average import LatencyAverage
from tests.integration.kit import CONTENT, KEY, Kit, twice
from tests.redis_servers import LocalServer, eventually, local_server


def test_an_answer_is_found_again(empty: str, playing: Callable[..., Any]) -> None:
    assert playing(empty, twice) == ["stored", "hit"]


def test_an_answer_is_found_by_another_process(empty: str, playing: Callable[..., Any]) -> None:
    async def found(kit: Kit) -> str:
        return (await kit.answer())[1].state

    playing(empty, twice)

    assert playing(empty, found) == "hit"


def test_what_is_stored_expires_and_nothing_else_is_left(
    empty: str, playing: Callable[..., Any]
) -> None:
    playing(empty, twice)

    with redis.Redis.from_url(empty, protocol=2) as client:
        (key,) = client.scan_iter()
        left = client.ttl(key)
    assert (key, 50 < left < 70) == (f"unitcost:{{{KEY}}}:value".encode(), True)


def test_two_processes_compute_once(empty: str, library: Library) -> None:
    async def play() -> tuple[int, list[str]]:
        kits = [Kit(empty, library) for _ in range(3)]
        for kit in kits:
            kit.seconds = 0.2
        found = await asyncio.gather(*(kit.answer() for kit in kits))
        for kit in kits:
            await kit.store.close()
        return sum(kit.computed for kit in kits), sorted(status.state for _, status in found)

    assert asyncio.run(play()) == (1, ["hit", "hit", "stored"])


def test_a_process_that_was_killed_holds_nobody_up_for_long(
    empty: str, playing: Callable[..., Any]
) -> None:
    async def play(kit: Kit) -> tuple[bool, str, float]:
        token = await kit.store.claim(KEY, 0.5)
        started = asyncio.get_running_loop().time()
        _, status = await kit.answer()
        took = asyncio.get_running_loop().time() - started
        return bool(token), status.state, took

    claimed, state, took = playing(empty, play)

    assert (claimed, state, 0.3 < took < 2) == (True, "stored", True)


def test_a_computation_that_fails_gives_its_claim_back(
    empty: str, playing: Callable[..., Any]
) -> None:
    async def play(kit: Kit) -> str:
        async def fail() -> Computed:
            raise LookupError

        with pytest.raises(LookupError):
            await kit.answers.answer(KEY, LatencyAverage(0.0, begins_slow=True), fail)
        token: str = await eventually(lambda: kit.store.claim(KEY, 5))
        return token

    assert playing(empty, play)


def test_a_claim_that_ran_out_is_not_taken_from_its_next_holder(
    empty: str, playing: Callable[..., Any]
) -> None:
    async def play(kit: Kit) -> tuple[str | None, str | None]:
        first = await kit.store.claim(KEY, 0.05)
        second = await eventually(lambda: kit.store.claim(KEY, 5))
        kit.store.release(KEY, first or "")
        await asyncio.sleep(0.1)
        return second, await kit.store.claim(KEY, 5)

    second, third = playing(empty, play)
    assert (bool(second), third) == (True, None)


@pytest.mark.parametrize("harm", [b"rubbish", b"", packed(KEY, CONTENT)[:-1]])
def test_a_value_that_was_harmed_is_replaced(
    empty: str, playing: Callable[..., Any], harm: bytes
) -> None:
    async def play(kit: Kit) -> list[Status]:
        with redis.Redis.from_url(empty, protocol=2) as client:
            client.set(f"unitcost:{{{KEY}}}:value", harm)
        first = await kit.answer()
        await eventually(lambda: kit.counted('writes_total{outcome="written"} 1.0'))
        return [first[1], (await kit.answer())[1]]

    assert playing(empty, play) == [("stored", "corrupt"), ("hit", "")]


def test_a_key_of_another_kind_is_replaced(empty: str, playing: Callable[..., Any]) -> None:
    async def play(kit: Kit) -> list[Status]:
        with redis.Redis.from_url(empty, protocol=2) as client:
            client.lpush(f"unitcost:{{{KEY}}}:value", b"a")
        first = await kit.answer()
        await eventually(lambda: kit.counted('writes_total{outcome="written"} 1.0'))
        return [first[1], (await kit.answer())[1]]

    assert playing(empty, play) == [("stored", "corrupt"), ("hit", "")]


def test_keys_of_another_kind_are_no_failure_of_the_server(
    empty: str, playing: Callable[..., Any]
) -> None:
    keys = [f"{n:064}" for n in range(2 * FAILURES)]

    async def play(kit: Kit) -> bool:
        with redis.Redis.from_url(empty, protocol=2) as client:
            for key in keys:
                client.lpush(f"unitcost:{{{key}}}:value", b"a")
        for key in keys:
            await kit.store.get(key)
        return kit.store.breaker.is_closed

    assert playing(empty, play)


def test_what_is_too_large_is_not_written(empty: str, playing: Callable[..., Any]) -> None:
    async def play(kit: Kit) -> bool:
        return kit.store.keep(KEY, bytes(LARGEST_VALUE_BYTES + 1), 60, None)

    assert playing(empty, play) is False


def test_nobody_waits_for_a_server_that_is_gone(library: Library) -> None:
    async def play(server: LocalServer) -> tuple[list[str], str, list[str], dict[str, str]]:
        kit = Kit(server.url, library)
        await twice(kit)
        server.kill()
        lost = [(await kit.answer())[1].detail for _ in range(8)]
        state = kit.store.breaker.state
        degraded = kit.health_state.reasons
        server.restart()
        await eventually(lambda: kit.store.breaker.is_closed)
        back = await twice(kit)
        assert kit.health_state.reasons == {}
        await kit.store.close()
        return lost, state, back, degraded

    with local_server() as server:
        lost, state, back, degraded = asyncio.run(play(server))

    assert (lost[:5], lost[-1], state in {"open", "half_open"}, back, list(degraded)) == (
        ["error"] * 5,
        "open",
        True,
        ["stored", "hit"],
        ["redis"],
    )


def test_nobody_waits_long_for_a_server_that_hangs(library: Library) -> None:
    async def play(server: LocalServer) -> tuple[float, str]:
        kit = Kit(server.url, library, call_seconds=0.1)
        await twice(kit)
        server.signal(signal.SIGSTOP)
        started = asyncio.get_running_loop().time()
        for _ in range(20):
            assert (await kit.answer())[0] == CONTENT
        took = asyncio.get_running_loop().time() - started
        server.signal(signal.SIGCONT)
        await eventually(lambda: kit.store.breaker.is_closed)
        state = (await kit.answer())[1].state
        await kit.store.close()
        return took, state

    with local_server() as server:
        took, state = asyncio.run(play(server))

    assert (took < 1.5, state) == (True, "hit")


def test_a_server_that_is_full_is_still_read(library: Library) -> None:
    async def play(server: LocalServer) -> tuple[list[str], list[str], bool]:
        kit = Kit(server.url, library)
        await twice(kit)
        with server.client() as client:
            client.config_set("maxmemory", 1)
        found = (await kit.answer())[1].state
        other = [
            (
                await kit.answers.answer(
                    f"{n}" * 64, LatencyAverage(0.0, begins_slow=True), kit.compute
                )
            )[1]
            for n in range(2)
        ]
        degraded = list(kit.health_state.reasons)
        closed = kit.store.breaker.is_closed
        await kit.store.close()
        return [found, *(status.detail for status in other)], degraded, closed

    with local_server("--maxmemory-policy", "noeviction") as server:
        states, degraded, closed = asyncio.run(play(server))

    assert (states, degraded, closed) == (
        ["hit", "not-taken", "not-taken"],
        ["redis_writes"],
        True,
    )


def test_a_full_server_that_was_emptied_is_written_to_again(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.cache.redis_store.WRITE_PAUSE_SECONDS", 0.1)

    async def play(server: LocalServer) -> tuple[list[str], dict[str, str]]:
        kit = Kit(server.url, library)
        with server.client() as client:
            client.config_set("maxmemory", 1)
            await kit.answer()
            client.config_set("maxmemory", 0)
        await asyncio.sleep(0.2)
        states = await twice(kit)
        reasons = kit.health_state.reasons
        await kit.store.close()
        return states, reasons

    with local_server("--maxmemory-policy", "noeviction") as server:
        assert asyncio.run(play(server)) == (["stored", "hit"], {})


def test_a_replica_is_read_and_not_written(library: Library) -> None:
    async def play(server: LocalServer) -> tuple[str, list[str]]:
        kit = Kit(server.url, library)
        state = (await kit.answer())[1].state
        degraded = list(kit.health_state.reasons)
        await kit.store.close()
        return state, degraded

    with local_server() as master, local_server() as server:
        with server.client() as client:
            client.replicaof("127.0.0.1", str(master.port))
        assert asyncio.run(play(server)) == ("miss", ["redis_writes"])


def test_a_server_that_talks_rubbish_is_no_use_and_no_harm(library: Library) -> None:
    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n$-7\r\n:x\r\n")
        writer.close()

    async def play() -> tuple[list[Content], str]:
        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            kit = Kit(f"redis://127.0.0.1:{port}", library)
            contents = [(await kit.answer())[0] for _ in range(6)]
            state = kit.store.breaker.state
            await kit.store.close()
            return contents, state

    contents, state = asyncio.run(play())
    assert (set(contents), state) == ({CONTENT}, "open")


def test_too_many_writes_are_dropped(library: Library) -> None:
    async def play(server: LocalServer) -> list[bool]:
        kit = Kit(server.url, library)
        await twice(kit)
        server.signal(signal.SIGSTOP)
        value = bytes(LARGEST_VALUE_BYTES)
        taken = [kit.store.keep(f"{n}", value, 60, None) for n in range(8)]
        server.signal(signal.SIGCONT)
        await kit.store.close()
        assert kit.counted('writes_total{outcome="dropped"} 4.0')
        return taken

    with local_server() as server:
        assert asyncio.run(play(server)) == [True] * 4 + [False] * 4


def spending(url: str, library: Library, times: int, limit: int) -> list[Verdict]:
    """What several processes' worth of counters say to requests that come twenty at a time."""

    async def play() -> list[Verdict]:
        kits = [Kit(url, library, call_seconds=10.0) for _ in range(4)]
        rates = [RedisRateLimiter(kit.store) for kit in kits]
        verdicts: list[Verdict] = []
        for _ in range(0, times, 20):
            verdicts += await asyncio.gather(
                *(rates[n % 4].spend("caller", limit) for n in range(20))
            )
        for kit in kits:
            await kit.store.close()
        return verdicts

    return asyncio.run(play())


def test_a_rate_holds_across_processes(empty: str, library: Library) -> None:
    verdicts = spending(empty, library, 200, 60)

    assert 60 <= sum(verdict.allowed for verdict in verdicts) <= 63


def test_a_rate_tells_what_is_left(empty: str, library: Library) -> None:
    verdicts = spending(empty, library, 70, 60)

    left = [verdict.remaining for verdict in verdicts]
    assert (
        (max(left), min(left)),
        {v.allowed for v in verdicts if v.remaining},
        max(verdict.retry_after_seconds for verdict in verdicts) <= 1,
    ) == ((59, 0), {True}, True)


def test_a_clock_that_was_set_back_shuts_nobody_out(empty: str, library: Library) -> None:
    spending(empty, library, 40, 20)
    with redis.Redis.from_url(empty, protocol=2) as client:
        (key,) = client.keys("unitcost:rate:*")
        client.set(key, time.time() + 3600.0, px=3_600_000)

    verdicts = spending(empty, library, 40, 20)

    assert 20 <= sum(verdict.allowed for verdict in verdicts) <= 23


def test_callers_are_counted_apart_and_keys_of_one_name_together(
    empty: str, playing: Callable[..., Any]
) -> None:
    async def play(kit: Kit) -> list[int]:
        rates = RedisRateLimiter(kit.store)
        asked = [("finance", 2), ("finance", 2), ("chatops", 2), ("legal", 2), ("legal", 600)]
        return [(await rates.spend(name, limit)).remaining for name, limit in asked]

    assert playing(empty, play) == [1, 0, 1, 1, 299]


def test_a_caller_who_asks_no_more_is_forgotten(empty: str, playing: Callable[..., Any]) -> None:
    async def play(kit: Kit) -> None:
        await RedisRateLimiter(kit.store).spend("caller", 2)

    playing(empty, play)

    with redis.Redis.from_url(empty, protocol=2) as client:
        (key,) = client.scan_iter()
        assert 0 < client.pttl(key) <= 31_000


@pytest.mark.parametrize("rubbish", ["", "rubbish", "nan", "inf", "-inf", ["a"]])
def test_what_is_no_moment_is_no_rate(empty: str, library: Library, rubbish: Any) -> None:
    spending(empty, library, 20, 10)
    with redis.Redis.from_url(empty, protocol=2) as client:
        (key,) = client.keys("unitcost:rate:*")
        client.delete(key)
        if isinstance(rubbish, list):
            client.rpush(key, *rubbish)
        else:
            client.set(key, rubbish)

    verdicts = spending(empty, library, 40, 10)

    assert 10 <= sum(verdict.allowed for verdict in verdicts) <= 12


def test_without_redis_each_process_counts_for_itself(library: Library) -> None:
    verdicts = spending("redis://127.0.0.1:1", library, 80, 10)

    assert sum(verdict.allowed for verdict in verdicts) == 4 * 10


def test_a_probe_asks_the_server(empty: str, playing: Callable[..., Any]) -> None:
    async def play(kit: Kit) -> None:
        await kit.store.probe()
        kit.store.breaker._become("open", "test")  # noqa: SLF001
        with pytest.raises(Unavailable):
            await kit.store.get(KEY)

    playing(empty, play)


def test_the_pause_in_writing_is_short() -> None:
    assert WRITE_PAUSE_SECONDS <= 10
