"""Several processes serve one port as one would."""

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from pricing.catalog.library import Library
from service.app import create_app
from service.settings import Settings
from tests.asgi import asking
from tests.processes import Service, running

QUESTION = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}, "as_of": "2026-05-01"}
PATH = "/v1/inference/unit-costs"


@pytest.fixture(scope="module")
def shared(root: Path) -> Iterator[Service]:
    """Two processes that no test harms, and that end when they are interrupted."""
    with running(root, UNITCOST_PROCESSES="2", UNITCOST_LOG_LEVEL="error") as service:
        wait_for(service, 2)
        yield service
        served = children(service)
        status, seconds = service.stop(signal.SIGINT)
    assert (status, seconds < 10, any(map(is_running, served))) == (0, True, False)


@pytest.fixture
def two(root: Path) -> Iterator[Service]:
    with running(root, UNITCOST_PROCESSES="2", UNITCOST_LOG_LEVEL="error") as service:
        wait_for(service, 2)
        yield service


def told(service: Service) -> dict[str, list[str]]:
    """The lines of the metrics of each process."""
    lines = httpx.get(f"{service.url}/metrics", timeout=10).text.splitlines()
    found: dict[str, list[str]] = {}
    for line in lines:
        if 'process="' in line:
            found.setdefault(line.split('process="')[1].partition('"')[0], []).append(line)
    return found


def wait_for(service: Service, count: int) -> None:
    """Return when so many processes serve."""
    deadline = time.monotonic() + 30
    while len(told(service)) < count:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def children(service: Service) -> list[int]:
    listed = Path(f"/proc/{service.process.pid}/task").glob("*/children")
    return [int(child) for path in listed for child in path.read_text().split()]


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    return status != "Z"


def test_connections_go_to_all_in_turn_and_metrics_are_those_of_all(shared: Service) -> None:
    before = told(shared)
    with ExitStack() as clients:
        for _ in range(4):
            client = clients.enter_context(httpx.Client(base_url=shared.url))
            for _ in range(5):
                assert client.post(PATH, json=QUESTION).status_code == 200

    lines = [line for number in told(shared).values() for line in number if PATH in line]
    served = [line for line in lines if line.startswith("unitcost_requests_total{")]
    assert sorted(before) == ["0", "1"]
    assert [line.rpartition(" ")[2] for line in served] == ["10.0", "10.0"]


def test_answers_are_those_of_one(shared: Service, library: Library) -> None:
    asked = [httpx.post(shared.url + PATH, json=QUESTION).content for _ in range(2)]
    one = asking(create_app(Settings(log_level="error"), library).asgi)

    assert asked == [one("POST", PATH, body=json.dumps(QUESTION).encode()).body] * 2


def test_where_one_ends_another_starts_and_no_request_is_lost_while_they_stop(two: Service) -> None:
    first, second = children(two)
    os.kill(first, signal.SIGKILL)
    deadline = time.monotonic() + 20
    # Until its last thread has ended, connections are passed on to it, and nobody answers them.
    while first in children(two):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    for _ in range(10):
        assert httpx.post(two.url + PATH, json=QUESTION).status_code == 200
    while len(children(two)) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    wait_for(two, 2)
    served = children(two)
    assert second in served

    statuses = []
    with httpx.Client(base_url=two.url) as client:
        for count in range(200):
            if count == 50:
                two.process.send_signal(signal.SIGTERM)
            try:
                statuses.append(client.post(PATH, json=QUESTION).status_code)
            except httpx.ConnectError:
                break  # the port is closed

    assert set(statuses) == {200}
    assert len(statuses) > 50
    assert (two.process.wait(timeout=15), any(map(is_running, served))) == (0, False)


def test_none_is_left_where_the_supervisor_is_killed(two: Service) -> None:
    served = children(two)
    two.process.kill()
    two.process.wait()
    deadline = time.monotonic() + 15
    while any(map(is_running, served)):
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("environment", "status", "reason"),
    [
        ({"UNITCOST_PROCESSES": "2", "UNITCOST_MEMORY_BYTES": "500000000"}, 2, "848 MiB"),
        ({"UNITCOST_PROCESSES": "2", "UNITCOST_KEYS": "/nowhere"}, 2, "UNITCOST_KEYS"),
    ],
)
def test_what_cannot_start_says_why(
    root: Path, environment: dict[str, str], status: int, reason: str
) -> None:
    service = Service(root, **environment)
    _, told_why = service.process.communicate(timeout=30)

    assert (service.process.returncode, reason in told_why.decode()) == (status, True)


def test_a_port_that_is_taken_is_told(shared: Service, root: Path) -> None:
    other = Service(root, PORT=str(shared.port), UNITCOST_PROCESSES="2")
    log, _ = other.process.communicate(timeout=30)

    assert (other.process.returncode, b"port_taken" in log) == (3, True)
