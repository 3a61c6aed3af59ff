"""Long bodies: kept compressed, and unpacked piece by piece as they are sent."""

from collections.abc import Iterator

import zstandard
from msgspec import Struct

PIECE_BYTES = 1 << 22
"""Of a body, unpacked at once."""


class CompressedBody(Struct, frozen=True, eq=False):
    """A body as a Zstandard frame.

    length: of the body, unpacked [bytes].
    """

    frame: bytes | memoryview
    length: int

    def __len__(self) -> int:
        """As that of the body."""
        return self.length

    def whole(self) -> bytes:
        """The body. Raises ZstdError for what is none."""
        return zstandard.decompress(self.frame)

    def pieces(self) -> Iterator[bytes]:
        """The body, a piece at a time."""
        with zstandard.ZstdDecompressor().stream_reader(self.frame) as reader:
            while piece := reader.read(PIECE_BYTES):
                yield piece


Body = bytes | CompressedBody
"""What is sent as an answer."""


def whole(body: Body) -> bytes:
    """All of a body.

    >>> whole(b"here")
    b'here'
    """
    return body.whole() if isinstance(body, CompressedBody) else body
