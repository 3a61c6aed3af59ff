"""A way to Redis that can be cut: connections through it end in the middle of a command."""

import random
import select
import socket
import struct
import threading

_RESET = struct.pack("ii", 1, 0)


class CutWay:
    """Passes bytes on to a port; while it is cutting, resets connections part way through."""

    def __init__(self, port: int) -> None:
        self._behind = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.is_cutting = False
        self.cuts = 0
        self._lots = random.Random(5)  # noqa: S311 - the same cuts each time
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(connection,), daemon=True).start()

    def _pass_on(self, front: socket.socket) -> None:
        try:
            behind = socket.create_connection(("127.0.0.1", self._behind))
        except OSError:
            front.close()
            return
        with front, behind:
            other = {front: behind, behind: front}
            try:
                while True:
                    for source in select.select([front, behind], [], [])[0]:
                        data = source.recv(65536)
                        if not data:
                            return
                        if self.is_cutting and self._lots.random() < 0.5:
                            self.cuts += 1
                            other[source].sendall(data[: len(data) // 2])
                            front.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                            return
                        other[source].sendall(data)
            except OSError:
                return
