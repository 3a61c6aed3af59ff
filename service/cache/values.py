"""Values that check themselves: a head that says what they are, then the content.

    magic     4 bytes   "UCST"
    version   1 byte    of this layout
    flags     1 byte    1: the content is compressed with Zstandard
    media     1 byte    length of the media type, which follows the head
    length    8 bytes   of the content, uncompressed
    checksum 32 bytes   sha256 over the key, all of the above and what follows

The checksum covers the key, so that a value under another key's name does not check either.
Nothing is ever unpickled, and nothing is decompressed before it has checked.
"""

import hashlib
import struct
from typing import NamedTuple

import zstandard

_HEAD = struct.Struct("!4sBBBQ")
_MAGIC = b"UCST"
_VERSION = 1
_COMPRESSED = 1
_CHECKSUM_BYTES = hashlib.sha256().digest_size
_LEVEL = 1

COMPRESS_FROM_BYTES = 16_384
"""Below this, compressing takes longer than sending what it saves."""


class Content(NamedTuple):
    """The bytes of an answer and what they are."""

    body: bytes
    media: bytes


def packed(key: str, content: Content) -> bytes:
    """The content as a value of this key."""
    body, flags = content.body, 0
    if len(body) >= COMPRESS_FROM_BYTES:
        body, flags = zstandard.compress(body, _LEVEL), _COMPRESSED
    head = _HEAD.pack(_MAGIC, _VERSION, flags, len(content.media), len(content.body))
    return head + _checksum(key, head, content.media + body) + content.media + body


def unpacked(key: str, value: bytes) -> Content | None:
    """The content of a value; None for one that is not of this key, version or length."""
    start = _HEAD.size + _CHECKSUM_BYTES
    if len(value) < start:
        return None
    head, rest = value[: _HEAD.size], value[start:]
    magic, version, flags, media_length, length = _HEAD.unpack(head)
    if magic != _MAGIC or version != _VERSION:
        return None
    if _checksum(key, head, rest) != value[_HEAD.size : start]:
        return None
    body = rest[media_length:]
    if flags & _COMPRESSED:
        body = _decompressed(body, length)
    return Content(body, rest[:media_length]) if len(body) == length else None


def _decompressed(body: bytes, length: int) -> bytes:
    """The content; nothing where it is not of this length, or no Zstandard."""
    try:
        if zstandard.frame_content_size(body) == length:
            return zstandard.decompress(body)
    except zstandard.ZstdError:
        pass
    return b""


def _checksum(key: str, head: bytes, rest: bytes) -> bytes:
    digest = hashlib.sha256(key.encode())
    digest.update(head)
    digest.update(rest)
    return digest.digest()
