"""A port about to close: whoever has begun a connection has it, and nobody begins one."""

import socket
import sys

import pytest

from service.handshakes import begin_no_more

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a socket filter of Linux")


def test_connections_that_were_made_are_kept_and_no_new_one_begins() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as port,
        socket.create_connection(port.getsockname()) as early,
    ):
        assert begin_no_more(port)

        with socket.socket() as late:
            late.settimeout(0.1)
            with pytest.raises(TimeoutError):
                late.connect(port.getsockname())
        early.sendall(b"a question")
        with port.accept()[0] as connection:
            assert connection.recv(100) == b"a question"


def test_a_port_that_takes_no_filter_is_left_as_it_is() -> None:
    port = socket.create_server(("127.0.0.1", 0))
    port.close()

    assert not begin_no_more(port)
