"""Long answers that stay compressed, and are decompressed piece by piece as they are sent."""

from collections.abc import Iterator

import zstandard
from msgspec import Struct

PIECE_BYTES = 1 << 22
"""A body is decompressed in pieces of this length."""


class CompressedBody(Struct, frozen=True, eq=False):
    """A body as a Zstandard frame.

    length: of the body, decompressed [bytes].
    """

    frame: bytes | memoryview
    length: int

    def __len__(self) -> int:
        """The length of the body [bytes]."""
        return self.length

    def decompressed(self) -> bytes:
        """The body. Raises ZstdError for a malformed frame."""
        return zstandard.decompress(self.frame)

    def pieces(self) -> Iterator[bytes]:
        """The body, a piece at a time."""
        with zstandard.ZstdDecompressor().stream_reader(self.frame) as reader:
            while piece := reader.read(PIECE_BYTES):
                yield piece


Body = bytes | CompressedBody
"""The body of an answer."""


def bytes_of(body: Body) -> bytes:
    """The bytes of a body.

    >>> bytes_of(b"here")
    b'here'
    """
    return body.decompressed() if isinstance(body, CompressedBody) else body
