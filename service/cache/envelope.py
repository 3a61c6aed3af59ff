"""Values with a checksum: a header, then the content.

    magic     4 bytes   "UCST"
    version   1 byte    of this layout
    flags     1 byte    1: the content is compressed with Zstandard
    media     1 byte    length of the media type, which follows the head
    length    8 bytes   of the content, uncompressed
    checksum 32 bytes   sha256 over the key, all of the above and what follows

The checksum covers the key: a value under the name of another key is rejected as well. Nothing is
ever unpickled, and nothing is decompressed before its checksum is verified.
"""

import hashlib
import struct
from typing import NamedTuple

import zstandard

from service.http.compressed_body import (
    COMPACT,
    COMPRESS_FROM_BYTES,
    Body,
    CompressedBody,
    bytes_of,
)

_HEAD = struct.Struct("!4sBBBQ")
_MAGIC = b"UCST"
_VERSION = 1
_COMPRESSED = 1
_CHECKSUM_BYTES = hashlib.sha256().digest_size

LEVEL, LONG_LEVEL = 1, -3
LONG_BYTES = 1 << 24
"""From this length on, the fastest compression is used: a body hardly fits into Redis anyway."""

_NO_CHECKSUM = bytes(_CHECKSUM_BYTES)

PACKED_FROM_BYTES = 1 << 20
"""From this length on, a body that was found stays compressed until it is sent."""


class Content(NamedTuple):
    """The bytes of an answer and their media type."""

    body: Body
    media: bytes


def packed(key: str, content: Content, *, is_checked: bool = True) -> bytes:
    """The content as a value of this key; without a checksum in the memory of this process."""
    body, flags = bytes_of(content.body), 0
    if len(body) >= COMPRESS_FROM_BYTES and not content.media.startswith(COMPACT):
        level = LEVEL if len(body) < LONG_BYTES else LONG_LEVEL
        body, flags = zstandard.compress(body, level), _COMPRESSED
    head = _HEAD.pack(_MAGIC, _VERSION, flags, len(content.media), len(content.body))
    checksum = _checksum(key, head, content.media, body) if is_checked else _NO_CHECKSUM
    return b"".join((head, checksum, content.media, body))


def unpacked(key: str, value: bytes, *, is_checked: bool = True) -> Content | None:
    """The content of a value; None where key, version, length or checksum are wrong."""
    start = _HEAD.size + _CHECKSUM_BYTES
    if len(value) < start:
        return None
    head, rest = value[: _HEAD.size], memoryview(value)[start:]
    magic, version, flags, media_length, length = _HEAD.unpack(head)
    if magic != _MAGIC or version != _VERSION:
        return None
    if is_checked and _checksum(key, head, rest) != value[_HEAD.size : start]:
        return None
    stored = rest[media_length:]
    body = _decompressed(stored, length) if flags & _COMPRESSED else bytes(stored)
    return Content(body, bytes(rest[:media_length])) if len(body) == length else None


def _decompressed(body: memoryview, length: int) -> Body:
    """The content; empty where it is not Zstandard of this length."""
    try:
        if zstandard.frame_content_size(body) == length:
            found = CompressedBody(body, length)
            return found if length >= PACKED_FROM_BYTES else found.decompressed()
    except zstandard.ZstdError:
        pass
    return b""


def _checksum(key: str, *parts: bytes | memoryview) -> bytes:
    digest = hashlib.sha256(key.encode())
    for part in parts:
        digest.update(part)
    return digest.digest()
