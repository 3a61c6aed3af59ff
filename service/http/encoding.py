"""The Content-Encoding of answers: Zstandard, Brotli or gzip, for who accepts one.

The entity tag of an encoded answer ends in the name of its encoding (RFC 9110, 8.8.3).
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import brotli
import zstandard
from anyio import to_thread
from litestar.types import ASGIApp, Message, Receive, Send
from msgspec import Struct

from service.http.compressed_body import COMPACT, COMPRESS_FROM_BYTES

ENCODE_ON_LOOP_BYTES = 1 << 16
"""A longer piece is encoded on a thread."""

ZSTD_LEVEL, BROTLI_QUALITY, GZIP_LEVEL = 3, 4, 4
GZIP_WINDOW = 16 + zlib.MAX_WBITS
_IDLE = (204, 304)
"""Statuses without a body."""


class Encoder(Struct, frozen=True):
    """Encodes a body, a piece at a time.

    flush: what is written after a piece, so that who reads has all of it; finish: after the last.
    """

    compress: Callable[[bytes], bytes]
    flush: Callable[[], bytes]
    finish: Callable[[], bytes]

    def encoded(self, piece: bytes, *, is_last: bool) -> bytes:
        """The encoding of a piece."""
        written = self.compress(piece)
        return written + (self.finish() if is_last else self.flush())


def _zstandard() -> Encoder:
    one = zstandard.ZstdCompressor(level=ZSTD_LEVEL).compressobj()
    return Encoder(one.compress, partial(one.flush, zstandard.COMPRESSOBJ_FLUSH_BLOCK), one.flush)


def _brotli() -> Encoder:
    one = brotli.Compressor(quality=BROTLI_QUALITY)
    return Encoder(one.process, one.flush, one.finish)


def _gzip() -> Encoder:
    one = zlib.compressobj(GZIP_LEVEL, wbits=GZIP_WINDOW)
    return Encoder(one.compress, partial(one.flush, zlib.Z_SYNC_FLUSH), one.flush)


ENCODERS: dict[str, Callable[[], Encoder]] = {"zstd": _zstandard, "br": _brotli, "gzip": _gzip}
"""By their names in Accept-Encoding, the preferred first."""


@lru_cache(maxsize=256)  # a caller may send another header each time
def chosen_encoding(accepted: bytes) -> str | None:
    """The encoding of the largest weight; among equals, the first of ENCODERS; None for none.

    >>> chosen_encoding(b"gzip, deflate, br, zstd"), chosen_encoding(b"zstd;q=0, gzip;q=0.5")
    ('zstd', 'gzip')
    """
    weights: dict[str, float] = {}
    for text in accepted.decode("latin-1").lower().split(",")[:20]:
        name, _, parameter = text.partition(";")
        _, _, weight = parameter.partition("=")
        try:
            weights[name.strip()] = float(weight) if weight.strip() else 1.0
        except ValueError:
            weights[name.strip()] = 0.0
    every = weights.get("*", 0.0)
    best = max(ENCODERS, key=lambda name: weights.get(name, every))
    return best if weights.get(best, every) > 0.0 else None


def wanted_encoding(headers: Mapping[bytes, bytes]) -> str | None:
    """The encoding that a request prefers; None for none, and for a header that is too long."""
    accepted = headers.get(b"accept-encoding", b"")
    return chosen_encoding(accepted) if len(accepted) <= MOST_BYTES else None


class Encoded:
    """Wraps an ASGI application: long answers are encoded as the caller accepts."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":  # the start and the end of the service
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        name = wanted_encoding(headers)
        if name is None or scope["method"] == "HEAD":
            await self._app(scope, receive, send)
            return
        held = headers.get(b"if-none-match")
        ending = f"-{name}".encode()
        is_held = held is not None and ending in held
        if held is not None and is_held:
            bare = (b"if-none-match", held.replace(ending + b'"', b'"'))
            scope["headers"] = [
                bare if key == bare[0] else (key, value) for key, value in scope["headers"]
            ]
        await self._app(scope, receive, _Sending(send, name, is_held=is_held).send)


MOST_BYTES = 200
"""A longer Accept-Encoding is not read."""


class _Sending:
    """The messages of one answer."""

    def __init__(self, send: Send, name: str, *, is_held: bool) -> None:
        self._send = send
        self._name = name
        self._is_held = is_held
        self._start: Any = None
        self._encoder: Encoder | None = None

    async def send(self, message: Message) -> None:
        """Hold the start back until the first piece says how long the answer is."""
        if message["type"] == "http.response.start":
            self._start = message
            if message["status"] in _IDLE:
                await self._begin(is_encoded=self._is_held)
        elif message["type"] != "http.response.body":
            await self._send(message)
        else:
            await self._body(message)

    async def _body(self, message: Any) -> None:
        piece, is_last = message.get("body", b""), not message.get("more_body", False)
        if self._start is not None:
            is_long = not is_last or len(piece) >= COMPRESS_FROM_BYTES
            if is_long and _is_loose(self._start["headers"]):
                self._encoder = ENCODERS[self._name]()
            await self._begin(is_encoded=self._encoder is not None)
        if self._encoder is not None:
            encode = partial(self._encoder.encoded, piece, is_last=is_last)
            aside = len(piece) > ENCODE_ON_LOOP_BYTES
            piece = await to_thread.run_sync(encode) if aside else encode()
        await self._send({"type": "http.response.body", "body": piece, "more_body": not is_last})

    async def _begin(self, *, is_encoded: bool) -> None:
        start = self._start
        self._start = None
        if is_encoded:
            start = {**start, "headers": _encoded(start["headers"], self._name.encode())}
            if self._encoder is None:  # of a body that is not sent
                start["headers"] = [one for one in start["headers"] if one[0] != ENCODING]
        await self._send(start)


ENCODING = b"content-encoding"
_VARY, _BY = b"vary", b"accept-encoding"


def _is_loose(headers: Sequence[tuple[bytes, bytes]]) -> bool:
    """Whether a body is not compressed by its own format, or encoded already."""
    return not any(
        name == ENCODING or (name == b"content-type" and value.startswith(COMPACT))
        for name, value in headers
    )


def _encoded(headers: Sequence[tuple[bytes, bytes]], name: bytes) -> list[tuple[bytes, bytes]]:
    """Headers of an encoded answer: another length, another tag."""
    found = []
    varies = b""
    for key, value in headers:
        if key == b"etag":
            found.append((key, value[:-1] + b"-" + name + b'"'))
        elif key == _VARY:
            varies = value
        elif key != b"content-length":
            found.append((key, value))
    by = varies if _BY in varies else b", ".join(filter(None, (varies, _BY)))
    return [*found, (ENCODING, name), (_VARY, by)]
