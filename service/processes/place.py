"""The place of a process among those that serve one port."""

import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

VARIABLE = "_UNITCOST_PLACE"
"""The supervisor tells a process its place in this variable. Nobody else sets it."""

CONNECTION = b"c"
"""What a connection is sent with."""

MOST_AT_ONCE = 16
"""Connections that a process takes before it serves those that it has."""


class Place(Struct, frozen=True, kw_only=True):
    """One process among several.

    number: from 0; count: of all; channel: the descriptor on which connections come from the
    supervisor, and which ends with it; directory: of the sockets on which processes tell metrics.
    """

    number: int
    count: int
    channel: int
    directory: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> "Place | None":
        """The place that a supervisor gave this process; None where there is no supervisor."""
        text = environment.get(VARIABLE)
        return msgspec.json.decode(text, type=cls) if text else None

    def metrics_path(self, number: int) -> Path:
        """The socket on which a process tells its metrics."""
        return Path(self.directory) / f"{number}.sock"


class Channel:
    """Where a process takes the connections that the supervisor accepts."""

    def __init__(self, place: Place) -> None:
        self.socket = socket.socket(fileno=place.channel)
        self.socket.settimeout(0)
        self.is_open = True

    def tell_ready(self) -> None:
        """Tell the supervisor that connections may come."""
        with suppress(OSError):  # it is gone, as the channel tells next
            self.socket.send(CONNECTION)

    def taken(self) -> Iterator[socket.socket]:
        """The connections that have come. The channel closes where no more can come."""
        for _ in range(MOST_AT_ONCE):
            try:
                data, descriptors, _, _ = socket.recv_fds(self.socket, len(CONNECTION), 1)
            except BlockingIOError:
                return
            except OSError:
                data, descriptors = b"", []
            for descriptor in descriptors:
                yield socket.socket(fileno=descriptor)
            if not data:
                self.is_open = False
                return


def passed_on(connection: socket.socket, channel: socket.socket) -> bool:
    """Whether a process could be sent a connection. It is closed here in any case."""
    try:
        socket.send_fds(channel, [CONNECTION], [connection.fileno()])
    except OSError:  # it has ended, or takes none
        return False
    return True


def channels() -> tuple[socket.socket, socket.socket]:
    """The two ends of a channel: the supervisor's, and that which a process inherits."""
    ours, theirs = socket.socketpair()
    ours.settimeout(0)
    return ours, theirs
