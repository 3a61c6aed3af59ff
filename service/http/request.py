"""Reads the headers, the body and the parameters of a request, within limits."""

import re
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import msgspec
from anyio import to_thread
from litestar.datastructures.headers import Accept
from litestar.types import Receive, Scope
from msgspec import Struct

from service.http.body_memory import Hold
from service.http.decode_errors import check_keys, with_integers
from service.http.encoding import GZIP_WINDOW
from service.http.problems import Refused
from service.http.profiles import as_types
from service.http.repairs import as_written

Asked = TypeVar("Asked", bound=Struct)
Headers = Mapping[bytes, bytes]

MAX_QUERY_STRING_BYTES = 16_384
MAX_PARAMETERS = 100
MAX_ACCEPT_BYTES = 2048

OVERLAID = frozenset({"catalog", "base.catalog"})
"""Parameters that may name an overlay after a plus, which stands for a space in a query string."""

UNPACK_ON_LOOP_BYTES = 1 << 22
"""A body that may be longer is decompressed on a thread: that takes longer than a quote."""

DECODE_ON_LOOP_BYTES = 1 << 16
"""A longer body is decoded on a thread: a megabyte takes longer than a hundred quotes."""

JSON = "application/json"

_LISTS = (b"accept", b"if-none-match", b"content-encoding")
"""Headers with lists, which may be split over several lines (RFC 9110, 5.3)."""
_ENCODINGS = frozenset({b"identity", b"gzip"})
_ANY_MEDIA = (None, b"*/*", b"application/json")
_WEIGHT_ZERO = re.compile(r";\s*q=0(\.0*)?\s*(;|$)")


def headers_of(scope: Scope) -> Headers:
    """The headers by lower-case name: lists joined, otherwise the last of repeated ones."""
    listed: Collection[tuple[bytes, bytes]] = scope["headers"]  # type: ignore[assignment]
    headers = dict(listed)
    if len(headers) < len(listed):
        for name in _LISTS:
            if name in headers:
                headers[name] = b", ".join(value for key, value in listed if key == name)
    return headers


def chosen_media(headers: Headers, offered: Sequence[str] = (JSON,)) -> str:
    """The media type that the caller prefers; among equals, the first offered.

    A range with the weight 0 excludes its media type (RFC 9110, 12.4.2). Raises Refused where
    nothing is left.
    """
    accept = headers.get(b"accept")
    if accept in _ANY_MEDIA:
        return offered[0]
    if len(accept) > MAX_ACCEPT_BYTES:
        raise Refused("not-acceptable", f"Accept is longer than {MAX_ACCEPT_BYTES} bytes.")
    listed = accept.decode("latin-1").lower().split(",")
    ranges = as_types([text for text in listed if text.strip()])  # some may be empty (9110, 5.6.1)
    unwanted = {text.partition(";")[0].strip() for text in ranges if _WEIGHT_ZERO.search(text)}
    wanted = ",".join(text.strip() for text in ranges if not _WEIGHT_ZERO.search(text))
    types = dict(zip(as_types(offered), offered, strict=True))
    try:
        chosen = Accept(wanted).best_match([media for media in types if media not in unwanted])
    except OverflowError:  # an infinite weight
        chosen = None
    if chosen is None:
        raise Refused(
            "not-acceptable",
            f"Accept excludes every media type of this answer: {', '.join(offered)}.",
        )
    return types[chosen]


def check_content_type(headers: Headers, also: Collection[str] = (), *, needed: str = JSON) -> None:
    """Refuse a body of another type; also: other types to name in the refusal."""
    given = headers.get(b"content-type", b"")
    if given.partition(b";")[0].strip().lower() != needed.encode():
        was = given.decode("latin-1")[:100] or "absent"
        raise Refused(
            "unsupported-media-type",
            f"Content-Type must be {' or '.join((needed, *also))}, not {was}.",
        )


def _encoding(headers: Headers) -> bytes:
    return headers[b"content-encoding"].strip().lower()


async def read_body(headers: Headers, receive: Receive, *, limit: int, hold: Hold) -> bytes:
    """The whole body, decompressed.

    hold: counts what was received. Refuses other encodings than gzip, and bodies over `limit`
    [bytes], compressed or not.
    """
    sent = await read_sent(headers, receive, limit=limit, hold=hold)
    if not is_packed(headers):
        return sent
    unpack = partial(uncompressed, sent, limit=limit, malformed="malformed-json")
    return await to_thread.run_sync(unpack) if limit > UNPACK_ON_LOOP_BYTES else unpack()


async def read_sent(headers: Headers, receive: Receive, *, limit: int, hold: Hold) -> bytes:
    """The whole body as it was sent. Refuses as `read_body` does."""
    if b"content-encoding" in headers and _encoding(headers) not in _ENCODINGS:
        raise Refused(
            "unsupported-media-type",
            "Content-Encoding must be gzip or absent.",
            headers={"accept-encoding": "gzip, identity"},
        )
    declared = headers.get(b"content-length", b"0")
    if declared.isdigit() and int(declared) > limit:
        raise _too_large(limit)
    parts: list[bytes] = []
    total = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Refused("malformed-json", "The connection closed before the body was complete.")
        part = message.get("body", b"")
        total += len(part)
        if total > limit:
            raise _too_large(limit)
        hold(len(part))
        parts.append(part)
        if not message.get("more_body", False):
            return part if len(parts) == 1 else b"".join(parts)


def is_packed(headers: Headers) -> bool:
    """Whether the body is compressed with gzip."""
    return b"content-encoding" in headers and _encoding(headers) == b"gzip"


def uncompressed(sent: bytes, *, limit: int, malformed: str) -> bytes:
    """A gzip body, decompressed no further than the limit; malformed: the problem of others."""
    unpacker = zlib.decompressobj(wbits=GZIP_WINDOW)
    try:
        body = unpacker.decompress(sent, limit + 1)
    except zlib.error as error:
        raise Refused(malformed, "The body is not gzip.") from error
    if len(body) > limit:
        raise _too_large(limit)
    if not unpacker.eof or unpacker.unused_data:
        raise Refused(malformed, "The body is not one complete gzip member.")
    return body


def _too_large(limit: int) -> Refused:
    return Refused("too-large", f"The body is larger than {limit} bytes.")


def decoded(decode: Callable[[bytes], Asked], body: bytes, asked: type[Asked]) -> Asked:
    """The body as a Struct. An integer may be written with a point, as 8.0."""
    body = body.removeprefix(BOM_UTF8)  # some editors and shells begin with it (RFC 8259, 8.1)
    try:
        query = _decoded(decode, body, asked)
        check_keys(body)
    except RecursionError as error:
        raise Refused("malformed-json", "The body is nested too deeply.") from error
    except UnicodeDecodeError as error:
        raise Refused("malformed-json", "The body is not UTF-8.") from error
    except msgspec.DecodeError as error:
        raise Refused("malformed-json", str(error) if body else "The body is empty.") from error
    return query


async def decoded_aside(decode: Callable[[bytes], Asked], body: bytes, asked: type[Asked]) -> Asked:
    """The body as a Struct, as `decoded` says.

    A large one is decoded on a thread, and so is one that is repaired or refused: that takes longer
    than a quote.
    """
    if len(body) <= DECODE_ON_LOOP_BYTES:
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            query = decode(body)
            check_keys(body)
            return query
    return await to_thread.run_sync(decoded, decode, body, asked)


def _decoded(decode: Callable[[bytes], Asked], body: bytes, asked: type[Asked]) -> Asked:
    try:
        return decode(body)
    except msgspec.ValidationError as error:
        given = _plain(body)
        if "got `float`" not in str(error):
            return as_written(error, given, asked, are_texts=False)
    try:
        return msgspec.convert(with_integers(given), asked)
    except msgspec.ValidationError as error:
        return as_written(error, with_integers(given), asked, are_texts=False)


def _plain(body: bytes) -> Any:
    """The body as plain data; empty where a number is too long."""
    try:
        return msgspec.json.decode(body)
    except msgspec.ValidationError:
        return {}


class NothingAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def check_no_parameters(scope: Scope) -> None:
    """Refuse a query string beside a JSON body."""
    if scope["query_string"]:
        given = given_parameters(scope)
        raise Refused(
            "invalid-request",
            "A JSON body takes no query string: put the parameter into the body, and a format into"
            " the header Accept.",
            field=next(iter(given), None),
        )


def parameters(scope: Scope, asked: type[Asked], *, posted: type[Struct] | None = None) -> Asked:
    """The query string as a Struct; posted: the Struct of a POST to the same path."""
    return of_parameters(given_parameters(scope), asked, posted=posted)


def given_parameters(scope: Scope) -> dict[str, str]:
    """The parameters of the query string. Refuses repeated ones."""
    query: bytes = scope["query_string"]
    if len(query) > MAX_QUERY_STRING_BYTES:
        raise Refused(
            "uri-too-long", f"The query string is longer than {MAX_QUERY_STRING_BYTES} bytes."
        )
    given: dict[str, str] = {}
    try:
        pairs = parse_qsl(
            query.decode("latin-1"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MAX_PARAMETERS,
        )
    except UnicodeDecodeError as error:
        raise Refused("invalid-request", "The query string is not UTF-8.") from error
    except ValueError as error:
        raise Refused(
            "invalid-request", f"The query string has more than {MAX_PARAMETERS} parameters."
        ) from error
    for name, value in pairs:
        if name in given:
            raise Refused("invalid-request", "The parameter is repeated.", field=name[:100])
        given[name] = value.replace(" ", "+") if name in OVERLAID else value
    return given


def located(scope: Scope, given: Mapping[str, str], name: str, place: str) -> dict[str, str]:
    """Parameters with the one that is the rest of the path behind a place."""
    if name in given:
        raise Refused("invalid-request", "The parameter is in the path.", field=name)
    return {**given, name: scope["path"].removeprefix(place)}


def of_parameters(
    given: Mapping[str, str], asked: type[Asked], *, posted: type[Struct] | None = None
) -> Asked:
    """Parameters as a Struct."""
    try:
        return msgspec.convert(given, asked, strict=False)
    except msgspec.ValidationError as error:
        return as_written(error, given, asked, are_texts=True, posted=posted)


async def of_parameters_aside(
    given: Mapping[str, str], asked: type[Asked], *, posted: type[Struct] | None = None
) -> Asked:
    """Parameters as a Struct. They are repaired or refused on a thread, as a body is."""
    with suppress(msgspec.ValidationError):
        return msgspec.convert(given, asked, strict=False)
    return await to_thread.run_sync(partial(of_parameters, given, asked, posted=posted))
