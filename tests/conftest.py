"""What tests of every kind share."""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import settings

from pricing.catalog.library import Library
from service.formats.reading_pool import ReadingPool
from tests.processes import free_port
from tests.redis_servers import shared_server

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 30

QUICK_ROWS_EACH = "pricing.sweeps.unit_costs.batch.QUICK_ROWS_EACH"

# What tests leave behind is little, and looking for it among all that is loaded takes long.
gc.set_threshold(100_000, 20, 100)

# How long an example takes says more about the machine than about the code.
settings.register_profile(
    "unhurried", settings.get_profile(settings.get_current_profile_name()), deadline=None
)
settings.load_profile("unhurried")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests that start a cluster or a service mostly wait."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def library() -> Library:
    """Every release of the tables, loaded once."""
    return Library.load()


@pytest.fixture(scope="session", autouse=True)
def loaded_once(library: Library) -> Iterator[None]:
    """Commands that a test runs in process find the packaged releases loaded.

    Tests of the tables check their rows.
    """
    load = Library.load

    def loaded(
        directories: Iterable[Path] = (), *, overlays: bool = True, whole: bool = False
    ) -> Library:
        del whole
        places = tuple(directories)
        return load(places, overlays=overlays) if places else library

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Library, "load", loaded)
        yield


@pytest.fixture(scope="session", autouse=True)
def sweeps_of_arrays() -> Iterator[None]:
    """Small tables are worked out as large ones are, for tests are of few rows."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(QUICK_ROWS_EACH, 0)
        yield


@pytest.fixture
def small_sweeps_of_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small tables are worked out as they are in other processes."""
    monkeypatch.setattr(QUICK_ROWS_EACH, 4)


@pytest.fixture(scope="session", autouse=True)
def shared_readers() -> Iterator[None]:
    """Applications share the processes that read tables: each takes half a second to start."""
    pools: dict[int | None, ReadingPool] = {}

    def shared(*, memory_bytes: int | None = None) -> ReadingPool:
        return pools.setdefault(memory_bytes, ReadingPool(memory_bytes=memory_bytes))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("service.operations.sweeps.ReadingPool", shared)
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The service as an operator starts it, in a process of its own: its base URL."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "service", "serve"],
        cwd=ROOT,
        env=os.environ | {"HOST": "127.0.0.1", "PORT": str(port), "UNITCOST_LOG_LEVEL": "warning"},
    )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until_ready(url, process)
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=15)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a real Redis that all tests share."""
    with shared_server() as url:
        yield url


def wait_until_ready(url: str, process: subprocess.Popen[bytes]) -> None:
    """Return when the service answers that it is ready."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if httpx.get(f"{url}/health/ready").is_success:
                return
        except httpx.TransportError:
            time.sleep(0.02)
    pytest.fail(f"the service did not become ready; its status is {process.poll()}")


def pytest_collection_finish() -> None:
    """What was loaded for the tests stays, and no collection of garbage need look at it again."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest test first: begun last, it would keep one process busy while the others rest."""
    items.sort(key=lambda item: (item.path.name != "test_ray.py", str(item.path)))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Each process begins a folder elsewhere: one compiles what the others find compiled."""
    report = yield
    if isinstance(collector, pytest.Dir) and report.result:
        worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        first = len(report.result) * worker // count
        report.result = [*report.result[first:], *report.result[:first]]
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """No module is searched for examples that has none: each process would look at every name."""
    found = yield
    if file_path.suffix != ".py" or b">>>" in file_path.read_bytes():
        return found
    return [one for one in found if type(one) is pytest.Module]
