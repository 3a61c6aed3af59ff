"""The Link header of a page (RFC 8288): the pages before and after it."""

from urllib.parse import parse_qsl, urlencode

import msgspec
from litestar.types import Scope
from msgspec import Struct

from service.http.compressed_body import Body, bytes_of
from service.http.response import Header


class Place(Struct):
    """Where a page lies among the matching rows."""

    limit: int
    offset: int
    next_offset: int | None


def links(scope: Scope, page: Body) -> list[Header]:
    """The header of a page in JSON."""
    place = msgspec.json.decode(bytes_of(page), type=Place)
    offsets = {"first": 0 if place.offset else None, "next": place.next_offset}
    if place.offset:
        offsets["prev"] = max(0, place.offset - place.limit)
    told = [
        f'<{_address(scope, offset)}>; rel="{relation}"'
        for relation, offset in offsets.items()
        if offset is not None
    ]
    return [(b"link", ", ".join(told).encode("latin-1"))] if told else []


def _address(scope: Scope, offset: int) -> str:
    """The path of this request with another offset."""
    query: bytes = scope["query_string"]
    given = [pair for pair in parse_qsl(query.decode("latin-1")) if pair[0] != "offset"]
    return f"{scope['path']}?{urlencode([*given, ('offset', str(offset))])}"
