"""Redis, the network and the tables fail; callers notice nothing."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.releases.manifest import PACKAGED, read_release
from pricing.releases.publish import publish
from tests.faults import questions
from tests.faults.cutting import CutWay
from tests.faults.load import Question, Stream
from tests.faults.running import PAGES, QUOTES
from tests.faults.scenarios import Outcome, Scenario, put, wait_until
from tests.processes import Service, running
from tests.redis_servers import LocalServer, local_server

MOST_LOG_LINES = 40
STORED_ANEW = 'unitcost_cache_answers_total{detail="corrupt",state="stored"}'
HITS = 'unitcost_cache_answers_total{detail="",state="hit"}'
WRITES_REFUSED = 'unitcost_cache_writes_total{outcome="refused"}'


@pytest.fixture
def server() -> Iterator[LocalServer]:
    with local_server("--maxmemory-policy", "noeviction") as server:
        yield server


@pytest.fixture
def service(root: Path, server: LocalServer) -> Iterator[Service]:
    """A service on this server, which says what happens to it and does not flood the log."""
    with running(root, UNITCOST_REDIS_URL=server.url, UNITCOST_LOG_LEVEL="warning") as service:
        yield service
        service.process.terminate()
        output, errors = service.process.communicate(timeout=20)
        assert (errors, output.count(b"\n") < MOST_LOG_LINES) == (b"", True), output[:4000]


def is_well(service: Service) -> bool:
    return bool(service.health()["status"] == "ready")


def test_redis_is_killed(scenario: Scenario, service: Service, server: LocalServer) -> None:
    """1. Redis is killed and comes back."""

    @contextmanager
    def harm() -> Iterator[None]:
        server.kill()
        yield
        server.restart()

    scenario.run(service.port, harm)

    assert wait_until(lambda: is_well(service))
    assert service.metric(HITS) > 0


def test_redis_hangs(scenario: Scenario, service: Service, server: LocalServer) -> None:
    """2. Redis is stopped for ten seconds."""

    @contextmanager
    def harm() -> Iterator[None]:
        server.signal(signal.SIGSTOP)
        yield
        server.signal(signal.SIGCONT)

    scenario.run(service.port, harm, seconds=10)

    assert wait_until(lambda: is_well(service))


def test_redis_is_full(scenario: Scenario, service: Service, server: LocalServer) -> None:
    """3. Redis is full and evicts nothing."""

    @contextmanager
    def harm() -> Iterator[None]:
        with server.client() as client:
            client.flushall()
            client.config_set("maxmemory", 1)
            yield
            assert service.health()["status"] == "degraded"
            client.config_set("maxmemory", 0)

    scenario.run(service.port, harm)

    assert service.metric(WRITES_REFUSED) > 0


def spoil(client: redis.Redis, over: threading.Event) -> None:
    """Cut off every second value and change a byte of the others, again and again."""
    turn = 0
    while not over.wait(0.05):
        for key in client.scan_iter("unitcost:*:value"):
            value = client.get(key)
            if isinstance(value, bytes) and value:
                turn += 1
                middle = len(value) // 2
                flipped = value[:middle] + bytes([value[middle] ^ 1]) + value[middle + 1 :]
                client.set(key, flipped if turn % 2 else value[:middle], keepttl=True)


def test_values_are_harmed(scenario: Scenario, service: Service, server: LocalServer) -> None:
    """4. Stored values are corrupted and cut off."""

    @contextmanager
    def harm() -> Iterator[None]:
        over = threading.Event()
        with server.client() as client:
            spoiling = threading.Thread(target=spoil, args=(client, over))
            spoiling.start()
            yield
            over.set()
            spoiling.join()

    scenario.run(service.port, harm)

    assert service.metric(STORED_ANEW) > 0


@pytest.fixture
def way(server: LocalServer) -> Iterator[CutWay]:
    way = CutWay(server.port)
    yield way
    way.close()


def test_connections_are_reset(scenario: Scenario, root: Path, way: CutWay) -> None:
    """5. Connections to Redis are reset in the middle of commands."""

    @contextmanager
    def harm() -> Iterator[None]:
        way.is_cutting = True
        yield
        way.is_cutting = False

    url = f"redis://127.0.0.1:{way.port}"
    with running(root, UNITCOST_REDIS_URL=url, UNITCOST_LOG_LEVEL="warning") as service:
        scenario.run(service.port, harm)

    assert way.cuts > 0


@pytest.fixture(scope="session")
def releases(tmp_path_factory: pytest.TempPathFactory, library: Library) -> list[Path]:
    """Releases that the package does not have: two good ones and a bad one."""
    made = []
    for number in (1, 2, 3):
        directory, name = tmp_path_factory.mktemp("releases"), f"2030-01-0{number}"
        known_by = library.newest.known_by.replace(year=2030, month=1, day=number)
        base = PACKAGED / f"{library.newest.name}.json"
        publish(directory, directory, name=name, known_by=known_by, base=base)
        made.append(directory / f"{name}.json")
    made[2].write_text("rubbish")
    return made


def test_releases_are_swapped(
    root: Path,
    tmp_path_factory: pytest.TempPathFactory,
    library: Library,
    pages: tuple[Question, ...],
    releases: list[Path],
    make_scenario: Callable[[tuple[Stream, ...]], Scenario],
) -> None:
    """8. Releases, good and bad, are put in place."""
    good, better, bad = releases
    first = library.plus(Catalog(read_release(good)))
    second = first.plus(Catalog(read_release(better)))
    asked = questions.quotes([library, first, second], is_pinned=False)
    scenario = make_scenario(
        (
            Stream(name=QUOTES, connections=16, questions=asked, rate=200),
            Stream(name=PAGES, connections=8, questions=pages, rate=40),
        )
    )

    def attempt() -> Outcome:
        tables = tmp_path_factory.mktemp("tables")

        @contextmanager
        def harm() -> Iterator[None]:
            for release in (bad, good, better):
                put(release, tables)
                time.sleep(2.0)
            yield

        with running(
            root,
            UNITCOST_TABLES=str(tables),
            UNITCOST_TABLES_SECONDS="0.5",
            UNITCOST_LOG_LEVEL="warning",
        ) as service:
            outcome = scenario.once(service.port, harm, seconds=7.0)
            health = service.health()
        served = [release["name"] for release in health["releases"]]
        assert served[-2:] == [good.stem, better.stem]
        assert [reason["part"] for reason in health["reasons"]] == [f"tables/{bad.name}"]
        return outcome

    scenario.hold(attempt)
