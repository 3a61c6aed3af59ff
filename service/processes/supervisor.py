"""Starts several processes for one port, and another where one ends.

The supervisor accepts connections and passes them on to the processes in turn: each has as many.
The memory, the cache, the connections and the threads of the settings are shared out among them.
"""

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import Process
from collections import deque
from contextlib import suppress
from tempfile import TemporaryDirectory

import msgspec

from service.execution.cpu_limits import cpu_limit, heavy_threads
from service.execution.memory_limit import memory_limit_bytes
from service.logs import Log
from service.processes.place import VARIABLE, Place, channels, passed_on
from service.settings import LEAST_MEMORY_BYTES, Settings, SettingsError

THREADS = "POLARS_MAX_THREADS"
OWN_BYTES = 80 << 20
"""Memory of the supervisor itself."""

BACKLOG = 2048
MOST_AT_ONCE = 64
"""Connections that are accepted before anything else is looked at."""

RESTART_SECONDS = 1.0
"""The time from the end of a process to the start of the next in its place."""

PORT_TAKEN = 3
"""The exit status where the port cannot be had, as that of the server."""


def supervise(settings: Settings) -> int:
    """Serve with several processes until a signal stops them. Returns the exit status.

    Raises SettingsError where the memory is too little for so many.
    """
    environment = os.environ | _shared_out(settings)
    log = Log(settings.log_level)
    try:
        port = _bound(settings.host, settings.port)
    except OSError as error:
        log.warning("port_taken", host=settings.host, port=settings.port, reason=error.strerror)
        return PORT_TAKEN
    with port, TemporaryDirectory(prefix="unitcost-") as directory:
        return asyncio.run(_Supervisor(settings, port, directory, environment, log).run())


class _Supervisor:
    """The processes of one port."""

    def __init__(
        self,
        settings: Settings,
        port: socket.socket,
        directory: str,
        environment: dict[str, str],
        log: Log,
    ) -> None:
        self._settings = settings
        self._port = port
        self._directory = directory
        self._environment = environment
        self._log = log
        self._processes: dict[int, Process] = {}
        self._ready: deque[socket.socket] = deque()
        self._is_listening = False
        self._is_stopping = asyncio.Event()
        self._status = 0

    async def run(self) -> int:
        """Keep every process running. Returns the status of one that could not start."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop)
        keeping = [
            asyncio.create_task(self._kept(number)) for number in range(self._settings.processes)
        ]
        await self._is_stopping.wait()
        for process in self._processes.values():
            with suppress(ProcessLookupError):
                process.terminate()
        await asyncio.sleep(self._settings.drain_seconds)
        if self._is_listening:
            self._accept()  # the last that are at the door
            loop.remove_reader(self._port)
        self._port.close()
        for channel in self._ready:
            channel.close()
        await asyncio.gather(*keeping)
        return self._status

    async def _kept(self, number: int) -> None:
        """Start a process, and another where it ends, until the supervisor stops."""
        while not self._is_stopping.is_set():
            ended, has_served = await self._served(number)
            if self._is_stopping.is_set():
                self._status = self._status or max(ended, 0)
            elif ended > 0 and not has_served:
                self._status = ended  # another start would not mend its settings or tables
                self._stop()
            else:
                self._log.error("process_ended", number=number, status=ended)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._is_stopping.wait(), RESTART_SECONDS)

    async def _served(self, number: int) -> tuple[int, bool]:
        """Run a process to its end: its status, and whether it was ever ready."""
        ours, theirs = channels()
        place = Place(
            number=number,
            count=self._settings.processes,
            channel=theirs.fileno(),
            directory=self._directory,
        )
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "service", "serve"),
                env=self._environment | {VARIABLE: msgspec.json.encode(place).decode()},
                pass_fds=[theirs.fileno()],
            )
        self._processes[number] = process
        is_ready = asyncio.create_task(self._got_ready(ours))
        status = await process.wait()
        is_ready.cancel()
        has_served = ours in self._ready
        if has_served:
            self._ready.remove(ours)
        ours.close()
        return status, has_served

    async def _got_ready(self, channel: socket.socket) -> None:
        """Pass connections on to a process as soon as it says so."""
        loop = asyncio.get_running_loop()
        if not await loop.sock_recv(channel, 1):
            return
        self._ready.append(channel)
        if not self._is_listening and not self._is_stopping.is_set():
            self._is_listening = True
            self._port.listen(BACKLOG)
            loop.add_reader(self._port, self._accept)

    def _accept(self) -> None:
        """Accept what waits, and pass it on in turn."""
        for _ in range(MOST_AT_ONCE):
            try:
                connection, _ = self._port.accept()
            except OSError:  # nothing waits, or the caller has left
                return
            with connection:
                for _ in range(len(self._ready)):
                    self._ready.rotate(-1)
                    if passed_on(connection, self._ready[-1]):
                        break

    def _stop(self) -> None:
        self._is_stopping.set()


def _shared_out(settings: Settings) -> dict[str, str]:
    """The variables of each process: its share of what the settings say."""
    count = settings.processes
    memory_bytes = settings.memory_bytes or memory_limit_bytes()
    least_bytes = OWN_BYTES + count * LEAST_MEMORY_BYTES
    if memory_bytes < least_bytes:
        raise SettingsError(
            f"UNITCOST_PROCESSES: {count} processes need {least_bytes >> 20} MiB of memory, and"
            f" there are {memory_bytes >> 20} MiB"
        )
    shares = {
        "UNITCOST_MEMORY_BYTES": (memory_bytes - OWN_BYTES) // count,
        "UNITCOST_CACHE_BYTES": settings.cache_bytes // count,
        "UNITCOST_MAX_CONNECTIONS": -(-settings.max_connections // count),
        "UNITCOST_WORKERS": max(1, (settings.workers or heavy_threads()) // count),
        THREADS: max(1, int(os.environ.get(THREADS) or cpu_limit()) // count),
    }
    if settings.body_memory_bytes is not None:
        shares["UNITCOST_BODY_MEMORY_BYTES"] = max(1, settings.body_memory_bytes // count)
    return {name: str(share) for name, share in shares.items()}


def _bound(host: str, port: int) -> socket.socket:
    """A socket that is bound and does not listen: connections are refused until a process does."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError:
        bound.close()
        raise
    bound.settimeout(0)
    return bound
