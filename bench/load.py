"""A bounded load: keep-alive loopback connections that each wait for their answer.

    python -m bench.load PORT PATH BODY CONNECTIONS REQUESTS

Runs in a process of its own, so that it does not share the interpreter of what it measures;
prints the requests answered per second.
"""

import asyncio
import sys
import time
from pathlib import Path
from typing import cast

import uvloop

LONGEST_SECONDS = 120


class Caller(asyncio.Protocol):
    """One connection: sends, waits for the whole answer, sends again, a number of times."""

    def __init__(self, request: bytes, repetitions: int) -> None:
        self.request = request
        self.remaining = repetitions
        self.received = b""
        self.done = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the first request."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        """Send the next request when the answer is whole."""
        self.received += data
        head, separator, body = self.received.partition(b"\r\n\r\n")
        if not separator:
            return
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(body) < length:
            return
        if not head.startswith(b"HTTP/1.1 200"):
            self.done.set_exception(RuntimeError(self.received.decode()))
            self.transport.close()
            return
        self.received = b""
        self.remaining -= 1
        if self.remaining:
            self.transport.write(self.request)
        else:
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Finish, and say so when the server hung up too early."""
        if self.done.done():
            return
        if self.remaining:
            self.done.set_exception(error or ConnectionError("the server hung up"))
        else:
            self.done.set_result(None)


async def call(port: int, path: str, body: bytes, connections: int, requests: int) -> float:
    """Requests answered per second over that many connections."""
    request = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body
    loop = asyncio.get_running_loop()
    repetitions = requests // connections
    started = time.perf_counter()
    callers = [
        (await loop.create_connection(lambda: Caller(request, repetitions), "127.0.0.1", port))[1]
        for _ in range(connections)
    ]
    async with asyncio.timeout(LONGEST_SECONDS):
        await asyncio.gather(*(caller.done for caller in callers))
    return repetitions * connections / (time.perf_counter() - started)


if __name__ == "__main__":
    port, path, body, connections, requests = sys.argv[1:]
    print(
        uvloop.run(call(int(port), path, Path(body).read_bytes(), int(connections), int(requests)))
    )
