"""A listening port that takes no new handshake, so that it can be closed without losing a caller.

Closing a listening socket resets the connections that nobody has accepted yet, and however soon
that follows the last accept, one may come in between. A classic socket filter on Linux drops the
segments that begin a connection; whoever has begun one is not touched.
"""

import ctypes
import struct
import sys
from socket import SOL_SOCKET, socket

SO_ATTACH_FILTER = 26
"""socket(7) of Linux; Python's socket module does not name it."""

_FLAGS_OFFSET, _SYN = 13, 0x02
_INSTRUCTIONS = (
    (0x30, 0, 0, _FLAGS_OFFSET),  # load the byte of the TCP header that holds the flags
    (0x45, 0, 1, _SYN),  # without SYN, jump over the next
    (0x06, 0, 0, 0),  # drop
    (0x06, 0, 0, 0xFFFF_FFFF),  # keep all of it
)
"""Operation, jump if true, jump if false, operand: struct sock_filter of linux/filter.h."""


def begin_no_more(port: socket) -> bool:
    """Drop what would begin a connection to a listening port; whether the system can.

    A caller who is dropped tries again after a second, by itself.
    """
    if sys.platform != "linux":
        return False
    program = b"".join(struct.pack("=HBBI", *instruction) for instruction in _INSTRUCTIONS)
    buffer = ctypes.create_string_buffer(program, len(program))
    option = struct.pack("HP", len(_INSTRUCTIONS), ctypes.addressof(buffer))
    try:
        port.setsockopt(SOL_SOCKET, SO_ATTACH_FILTER, option)
    except OSError:
        return False
    return True
