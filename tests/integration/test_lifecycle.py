"""The process as an operator sees it: it starts, serves, and stops when it is told to."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.processes import Service, read_all

STOP_SECONDS = 1.5
"""How long a process with nothing in flight may take to end; a second, and a slow machine."""

PYTHON_SECONDS = 0.3
"""How long Python itself may take to start, before any line of the service runs."""

QUESTION = json.dumps(
    {"model": "llama-3.1-8b", "deployment": {"device": "h100-sxm-80gb", "device_count": 1}}
).encode()


@pytest.mark.parametrize("seconds", [0.2, 0.5, 0.8, 1.2])
def test_it_stops_cleanly_while_it_starts(service: Service, seconds: float) -> None:
    time.sleep(seconds)

    status, took = service.stop()

    # On a slow machine, Python itself may not be up yet: then the signal ends it.
    clean = {0} if seconds > PYTHON_SECONDS else {0, -signal.SIGTERM}
    assert status in clean
    assert took < STOP_SECONDS


def test_an_idle_connection_does_not_hold_it_and_every_line_it_writes_is_json(
    service: Service,
) -> None:
    with service.connect() as connection:
        connection.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")

        status, took = service.stop(signal.SIGINT)

    output, errors = service.process.communicate()
    events = [json.loads(line)["event"] for line in output.splitlines()]
    assert (status, took < STOP_SECONDS) == (0, True)
    assert ("request" in events, errors) == (True, b"")


def test_it_finishes_what_is_in_flight_and_does_not_wait_for_ever(
    root: Path, services: list[Service]
) -> None:
    services.append(Service(root, UNITCOST_SHUTDOWN_SECONDS="1"))
    service = services[-1]
    head = (
        b"POST /v1/inference/unit-costs HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(QUESTION)
    )
    with service.connect() as connection, service.connect() as never:
        connection.sendall(head + QUESTION[:10])
        never.sendall(head + QUESTION[:10])
        time.sleep(0.3)
        started = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        connection.sendall(QUESTION[10:])
        answer = read_all(connection)
        status = service.process.wait(timeout=10)
        took = time.monotonic() - started

    assert answer.split(b"\r\n")[0] == b"HTTP/1.1 200 OK"
    assert (status, took < 1 + STOP_SECONDS) == (0, True)


def test_it_listens_and_logs_as_it_is_set(root: Path, services: list[Service]) -> None:
    services.append(Service(root, HOST="0.0.0.0", UNITCOST_LOG_LEVEL="warning"))
    service = services[-1].wait()
    with socket.create_connection(("127.0.0.2", service.port), timeout=10) as connection:
        connection.sendall(
            b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        head = read_all(connection).partition(b"\r\n\r\n")[0].lower()
    status, took = service.stop()

    assert b"\r\nserver:" not in head
    assert (status, took < STOP_SECONDS) == (0, True)
    assert service.process.communicate() == (b"", b"")


def run(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "service", *arguments],
        cwd=root,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_bad_setting_is_one_line_and_status_two(root: Path) -> None:
    ended = run(root, "serve", PORT="many")

    assert (ended.returncode, ended.stderr.count("\n"), "PORT" in ended.stderr) == (2, 1, True)


def test_a_bad_release_is_one_line_and_status_one(root: Path, tmp_path: Path) -> None:
    (tmp_path / "2030-01-01.json").write_text("{}")

    ended = run(root, "serve", UNITCOST_TABLES=str(tmp_path))

    assert (ended.returncode, ended.stderr.count("\n"), "2030-01-01.json" in ended.stderr) == (
        1,
        1,
        True,
    )


def test_a_port_in_use_ends_it(root: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        ended = run(root, "serve", PORT=str(taken.getsockname()[1]))

    assert (ended.returncode != 0, "address already in use" in ended.stdout) == (True, True)
