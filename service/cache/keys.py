"""The key of an answer: a digest of all that decides it."""

import hashlib

import msgspec
from msgspec import Struct

from pricing import ENGINE_VERSION
from pricing.catalog.library import Library

_ENCODER = msgspec.json.Encoder()


def key_of(route: str, media: bytes, query: Struct, library: Library) -> str:
    """The digest of route, media type, engine, catalogue and query.

    A query with a `catalog` is answered from that release alone; one without, from any, so that
    all of them count. The query goes in as it was decoded and written again: fields in one
    order, defaults filled in. The day is in it, or that of the release. Raises UnknownName for a
    release that does not exist.
    """
    if "catalog" in query.__struct_fields__:
        catalog = library.get(query.catalog)  # type: ignore[attr-defined]
        tables = catalog.digest
    else:
        catalog, tables = library.newest, library.digest
    # the digest is of the tables alone, and answers say what their release is called
    told = (ENGINE_VERSION, tables, catalog.name, catalog.known_by.isoformat())
    digest = hashlib.sha256(b"\0".join((route.encode(), media, *map(str.encode, told))))
    digest.update(b"\0")
    digest.update(_ENCODER.encode(query))
    return digest.hexdigest()
