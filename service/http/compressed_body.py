"""Bodies of answers, in pieces as they are sent. Long ones stay compressed until then."""

from collections.abc import Iterator

import zstandard
from msgspec import Struct

PIECE_BYTES = 1 << 20
"""A body is sent, and decompressed, in pieces of this length."""

COMPACT = (b"application/vnd.apache.parquet", b"application/vnd.openxmlformats", b"image/png")
"""Beginnings of media types whose content is compressed already."""

COMPRESS_FROM_BYTES = 16_384
"""Below this length, compressing takes longer than sending what it saves."""


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


def pieces_of(body: Body) -> Iterator[bytes]:
    """The bytes of a body, a piece at a time."""
    if isinstance(body, CompressedBody):
        yield from body.pieces()
    else:
        for start in range(0, len(body), PIECE_BYTES):
            yield body[start : start + PIECE_BYTES]


def bytes_of(body: Body) -> bytes:
    """The bytes of a body.

    >>> bytes_of(b"here")
    b'here'
    """
    return body.decompressed() if isinstance(body, CompressedBody) else body
