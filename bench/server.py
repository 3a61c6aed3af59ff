"""A server in a process of its own, started as an operator starts it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from msgspec import Struct

from service.cli.main import ALLOCATOR

WAIT_SECONDS = 30.0
PAUSE_SECONDS = 0.005


class Server(Struct, frozen=True, kw_only=True):
    """A server that answers, and how long it took to."""

    port: int
    process_id: int
    ready_seconds: float

    @property
    def resident_mebibytes(self) -> float:
        """Resident set size of the process [MiB]."""
        return self._mebibytes("Rss")

    @property
    def own_mebibytes(self) -> float:
        """Of it, what is no page of a file [MiB].

        The others are those of libraries, the more of them the more the kernel has read anyway.
        """
        return self._mebibytes("Anonymous")

    def _mebibytes(self, name: str) -> float:
        lines = Path(f"/proc/{self.process_id}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:")) / 1024


@contextmanager
def serving(module: str, **environment: str) -> Iterator[Server]:
    """Run `python -m module serve` while the block runs; SIGTERM ends it."""
    port = free_port()
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", module, "serve"],
        env=_outside() | {"HOST": "127.0.0.1", "PORT": str(port)} | environment,
        stdout=subprocess.DEVNULL,  # the access log is written as always, and goes nowhere
    )
    try:
        wait_until_ready(port, process)
        yield Server(port=port, process_id=process.pid, ready_seconds=time.perf_counter() - started)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=WAIT_SECONDS)


def _outside() -> dict[str, str]:
    """The environment, without what polars says in it of the allocator where it is imported."""
    return {name: value for name, value in os.environ.items() if name != ALLOCATOR}


def wait_until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    """Return when /health/ready answers 200. Raises RuntimeError when it never does."""
    deadline = time.perf_counter() + WAIT_SECONDS
    while time.perf_counter() < deadline and process.poll() is None:
        connection = HTTPConnection("127.0.0.1", port, timeout=WAIT_SECONDS)
        try:
            connection.request("GET", "/health/ready")
            if connection.getresponse().status == 200:  # noqa: PLR2004
                return
        except OSError:
            time.sleep(PAUSE_SECONDS)
        finally:
            connection.close()
    raise RuntimeError(f"the server did not become ready; its status is {process.poll()}")


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port: int = unused.getsockname()[1]
        return port
