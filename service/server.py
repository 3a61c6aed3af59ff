"""uvicorn with a drain before it stops, on its own port or behind a supervisor."""

import asyncio
from collections.abc import Callable
from socket import socket
from typing import Any

from uvicorn import Config, Server

from service.connections import ConnectionLimits, TimeoutProtocol
from service.processes.place import Channel

LAST_REQUEST_SECONDS = 0.1
"""Time for the last accepted connections to send their requests."""

LAST_REQUEST_ROUNDS = 10
"""How often they get that time while one of them has sent nothing."""


class DrainingServer(Server):
    """Stops in three steps: say 503 to health checks, stop listening, finish.

    Idle connections are closed after a pause, and the last accepted ones after another: a request
    may be on its way.
    """

    def __init__(
        self,
        config: Config,
        limits: ConnectionLimits,
        *,
        seconds: float,
        on_drain: Callable[[], None],
        channel: Channel | None = None,
    ) -> None:
        """channel: where connections come from, if this process does not listen itself."""
        super().__init__(config)
        self._channel = channel
        self._connecting: set[asyncio.Task[Any]] = set()
        self._limits = limits
        self._seconds = seconds
        self._on_drain = on_drain

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start to listen, or to take connections from the channel."""
        if self._channel is None:
            await super().startup(sockets)
            return
        await super().startup([])
        asyncio.get_running_loop().add_reader(self._channel.socket, self._take, self._channel)
        self._channel.tell_ready()

    def _take(self, channel: Channel) -> None:
        """Take the connections that have come. Without a supervisor nobody would stop this."""
        loop = asyncio.get_running_loop()
        for connection in channel.taken():
            connecting = loop.create_task(loop.connect_accepted_socket(self._protocol, connection))
            self._connecting.add(connecting)
            connecting.add_done_callback(self._connecting.discard)
        if not channel.is_open:
            loop.remove_reader(channel.socket)
            self.should_exit = True

    def _protocol(self) -> TimeoutProtocol:
        kind: Any = self.config.http_protocol_class
        made: TimeoutProtocol = kind(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Drain, then shut down."""
        self._limits.is_draining = True
        self._on_drain()
        for connection in self.server_state.connections:
            if isinstance(connection, TimeoutProtocol):
                connection.end_after_answer()
        if self._seconds and not self.force_exit:
            await asyncio.sleep(self._seconds)
            for server in self.servers:
                server.close()
            await self._hear_the_last()
        await super().shutdown(sockets)

    async def _hear_the_last(self) -> None:
        """Wait for the first requests of the last connections."""
        for _ in range(LAST_REQUEST_ROUNDS):
            await asyncio.sleep(LAST_REQUEST_SECONDS)
            if all(connection.cycle is not None for connection in self._limits.waiting):
                return
