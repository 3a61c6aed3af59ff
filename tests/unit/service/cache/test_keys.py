"""Whatever decides an answer changes its key, and nothing else does."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import UnknownName
from pricing.releases.constants import engine_constants
from pricing.unit_costs.query import Deployment, UnitCostQuery
from service.cache import keys
from service.cache.keys import key_of
from service.http.response import JSON
from service.operations.catalog.pages import ReleaseParameters

QUERY = UnitCostQuery(model="llama-3.1-8b", deployment=Deployment(device="h100-sxm-80gb"))


@pytest.fixture
def older(library: Library) -> Library:
    return Library([library.get(library.names[0])])


@pytest.mark.parametrize(
    "other",
    [
        lambda library: key_of("another", JSON, QUERY, library),
        lambda library: key_of("quote", b"text/csv", QUERY, library),
        lambda library: key_of("quote", JSON, replace(QUERY, model="llama-3.1-70b"), library),
        lambda library: key_of("quote", JSON, replace(QUERY, as_of="2026-05-01"), library),
        lambda library: key_of("quote", JSON, replace(QUERY, catalog="2026-05-31"), library),
    ],
    ids=["route", "media", "query", "day", "release"],
)
def test_it_changes_with(library: Library, other: Callable[[Library], str]) -> None:
    assert other(library) != key_of("quote", JSON, QUERY, library)


def test_it_changes_with_the_newest_release(library: Library, older: Library) -> None:
    assert key_of("quote", JSON, QUERY, older) != key_of("quote", JSON, QUERY, library)


@pytest.mark.parametrize(
    "changed", [{"name": "2099-01-01"}, {"digest": "0" * 64}], ids=["name", "digest"]
)
@pytest.mark.parametrize("as_of", [None, "2026-05-01"])
def test_it_changes_with_what_a_release_of_the_same_tables_is_called(
    library: Library, as_of: str | None, changed: dict[str, Any]
) -> None:
    renamed = Library([Catalog(replace(library.newest.release, **changed))])
    query = replace(QUERY, as_of=as_of)

    assert key_of("quote", JSON, query, renamed) != key_of("quote", JSON, query, library)


def test_it_changes_with_any_release_where_the_query_names_none(
    library: Library, older: Library
) -> None:
    query = ReleaseParameters()

    assert key_of("releases", JSON, query, older) != key_of("releases", JSON, query, library)


def test_it_changes_with_an_older_release_where_the_query_names_none(library: Library) -> None:
    newest = Library([library.newest])
    query = ReleaseParameters()

    assert key_of("releases", JSON, query, newest) != key_of("releases", JSON, query, library)


def test_a_pinned_question_keeps_it_when_releases_are_added(
    library: Library, older: Library
) -> None:
    pinned = replace(QUERY, catalog=library.names[0])

    assert key_of("quote", JSON, pinned, older) == key_of("quote", JSON, pinned, library)


def test_it_changes_with_the_constants_of_the_engine(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = key_of("quote", JSON, QUERY, library)
    fitted = replace(engine_constants(), digest="0" * 64)
    monkeypatch.setattr(keys, "engine_constants", lambda: fitted)

    assert key_of("quote", JSON, QUERY, library) != before


@pytest.mark.parametrize(
    "body",
    [
        b'{"model":"llama-3.1-8b","deployment":{"device":"h100-sxm-80gb"}}',
        b'{ "deployment": {"device": "h100-sxm-80gb"}, "model": "llama-3.1-8b", "catalog": null}',
    ],
)
def test_how_a_query_is_written_does_not_matter(library: Library, body: bytes) -> None:
    query = msgspec.json.decode(body, type=UnitCostQuery)

    assert key_of("quote", JSON, query, library) == key_of("quote", JSON, QUERY, library)


def test_an_unknown_release_is_refused(library: Library) -> None:
    with pytest.raises(UnknownName):
        key_of("quote", JSON, replace(QUERY, catalog="1999-01-01"), library)
