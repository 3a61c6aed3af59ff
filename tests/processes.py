"""The service in a process of its own, as an operator starts it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx

PORTS = 12_000
"""Below those that systems give to callers, as any of these may be taken until it is used."""

PORTS_A_WORKER = 4_000


def _ports() -> Iterator[int]:
    """Ports that no other worker of pytest tries, and hardly another run of it."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    return count(PORTS + PORTS_A_WORKER * (worker % 5) + os.getpid() % (PORTS_A_WORKER // 2))


_PORTS = _ports()


def free_port() -> int:
    """A port that nothing listens on, each time another."""
    for port in _PORTS:
        with socket.socket() as unused, suppress(OSError):
            unused.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("there is no port")


class Service:
    """A running `unitcost serve`."""

    def __init__(self, root: Path, *arguments: str, **environment: str) -> None:
        self.port = int(environment.get("PORT") or free_port())
        self.process = subprocess.Popen(
            [sys.executable, "-m", "service", "serve", *arguments],
            cwd=root,
            env=os.environ | {"HOST": "127.0.0.1", "PORT": str(self.port)} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def connect(self) -> socket.socket:
        deadline = time.monotonic() + 30
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port), timeout=10)
            except ConnectionRefusedError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def wait(self) -> "Service":
        """Itself, when it is ready."""
        self.connect().close()
        return self

    def metric(self, line: str) -> float:
        """The value of one line of its metrics; 0 where there is none yet."""
        lines = httpx.get(f"{self.url}/metrics").text.splitlines()
        found = [text for text in lines if text.startswith(line + " ")]
        return float(found[0].rpartition(" ")[2]) if found else 0.0

    def health(self) -> Any:
        """What it says of itself."""
        return httpx.get(f"{self.url}/health/ready").json()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Its exit status, and how long it took [seconds]."""
        started = time.monotonic()
        self.process.send_signal(number)
        status = self.process.wait(timeout=20)
        return status, time.monotonic() - started


def read_all(connection: socket.socket) -> bytes:
    parts = []
    while part := connection.recv(65536):
        parts.append(part)
    return b"".join(parts)


@contextmanager
def running(root: Path, **environment: str) -> Iterator[Service]:
    """A service that is ready; it is ended with the block."""
    service = Service(root, **environment)
    try:
        yield service.wait()
    finally:
        if service.process.poll() is None:
            service.process.kill()
        service.process.communicate()
