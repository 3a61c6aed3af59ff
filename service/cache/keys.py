"""The cache key of an answer: a digest of everything that decides it."""

import hashlib

import msgspec
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.releases.constants import engine_constants
from service.cache.build import build_digest

_ENCODER = msgspec.json.Encoder()


def key_of(route: str, media: bytes, query: Struct, library: Library) -> str:
    """The digest of route, media type, build, constants, catalogue and query.

    A query with a `catalog` depends on that release alone, another query on all releases. The query
    is encoded from its Struct: its fields are in one order, and defaults are filled in. Raises
    UnknownName for a release that does not exist.
    """
    if "catalog" in query.__struct_fields__:
        catalog = library.get(query.catalog)  # type: ignore[attr-defined]
        tables = catalog.digest
    else:
        catalog, tables = library.newest, library.digest
    identity = (build_digest(), engine_constants().digest, tables, catalog.name)
    digest = hashlib.sha256(b"\0".join((route.encode(), media, *map(str.encode, identity))))
    digest.update(b"\0")
    digest.update(_ENCODER.encode(query))
    return digest.hexdigest()
