"""Long answers are encoded as the caller accepts, and named by other tags."""

import gzip
from collections.abc import Callable
from typing import Any

import brotli
import pytest
import zstandard

from service.http.encoding import chosen_encoding
from tests.asgi import Ask

LONG, QUERY = "/v1/catalog/prices", "limit=100"
DECODE: dict[str, Callable[[bytes], bytes]] = {
    "zstd": lambda body: zstandard.ZstdDecompressor().decompressobj().decompress(body),
    "br": brotli.decompress,
    "gzip": gzip.decompress,
}


def asked(ask: Ask, encoding: str, **more: str) -> Any:
    return ask("GET", LONG, query=QUERY, headers={"accept-encoding": encoding, **more})


@pytest.mark.parametrize("name", DECODE)
def test_encoded_answer_is_the_answer(ask: Ask, name: str) -> None:
    plain, found = ask("GET", LONG, query=QUERY), asked(ask, name)

    assert found.headers["content-encoding"] == name
    assert "accept-encoding" in found.headers["vary"]
    assert len(found.body) < len(plain.body) / 2
    assert DECODE[name](found.body) == plain.body


@pytest.mark.parametrize(
    ("accepted", "name"),
    [
        (b"gzip, deflate, br, zstd", "zstd"),
        (b"gzip, deflate, br", "br"),
        (b"gzip;q=1.0, br;q=0.5", "gzip"),
        (b"zstd;q=0, *;q=0.1", "br"),
        (b"identity", None),
        (b"", None),
        (b"gzip;q=x", None),
        (b"gzip;q=0", None),
    ],
)
def test_the_preferred_is_chosen(accepted: bytes, name: str | None) -> None:
    assert chosen_encoding(accepted) == name


def test_tag_of_an_encoding_is_its_own_and_is_recognised(ask: Ask) -> None:
    plain, first = ask("GET", LONG, query=QUERY), asked(ask, "gzip")
    again = asked(ask, "gzip", **{"if-none-match": first.headers["etag"]})

    assert first.headers["etag"] == f'{plain.headers["etag"][:-1]}-gzip"'
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert "content-encoding" not in again.headers


def test_answer_that_is_held_plain_keeps_its_tag_where_encodings_are_accepted(ask: Ask) -> None:
    plain = ask("GET", LONG, query=QUERY)
    again = asked(ask, "gzip", **{"if-none-match": plain.headers["etag"]})

    assert (again.status, again.headers["etag"]) == (304, plain.headers["etag"])


def test_short_answers_and_packed_formats_stay_as_they_are(ask: Ask) -> None:
    short = ask("GET", "/health/live", headers={"accept-encoding": "gzip"})
    packed = asked(ask, "gzip", accept="application/vnd.apache.parquet")

    assert "content-encoding" not in short.headers
    assert "content-encoding" not in packed.headers


def test_page_links_to_those_beside_it(ask: Ask) -> None:
    link = ask("GET", LONG, query="limit=10&offset=10&provider=aws").headers["link"]

    assert link.count(f"<{LONG}?limit=10&provider=aws&offset=") == 3
    assert '&offset=20>; rel="next"' in link
    assert '&offset=0>; rel="prev"' in link
    assert "link" not in ask("GET", "/v1/catalog/releases").headers


@pytest.mark.parametrize(
    ("form", "media"),
    [
        ("csv", "text/csv"),
        ("text", "text/plain"),
        ("markdown", "text/markdown"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("slack", "application/vnd.slack+json"),
        ("json", "application/json"),
    ],
)
def test_form_is_named_in_the_address(ask: Ask, form: str, media: str) -> None:
    query = f"model=llama-3.1-8b&device=l4&format={form}"
    found = ask("GET", "/v1/inference/unit-costs", query=query, headers={"accept": "image/png"})

    assert found.status == 200
    assert found.headers["content-type"].startswith(media)


def test_form_that_is_not_offered_is_refused_by_name(ask: Ask) -> None:
    query = "model=llama-3.1-8b&device=l4&format=xls"
    found = ask("GET", "/v1/inference/unit-costs", query=query)

    assert (found.status, found.json["field"]) == (400, "format")
    assert "xlsx" in found.json["nearest"]


def test_form_changes_no_answer(ask: Ask) -> None:
    query = "model=llama-3.1-8b&device=l4"
    plain, named = (
        ask("GET", "/v1/inference/unit-costs", query=f"{query}{more}")
        for more in ("", "&format=json")
    )

    assert named.body == plain.body


@pytest.mark.parametrize(
    ("release", "is_pinned"), [("2026-07-31", True), ("", False)], ids=["pinned", "newest"]
)
def test_pinned_question_may_be_kept(ask: Ask, release: str, *, is_pinned: bool) -> None:
    query = f"model=llama-3.1-8b&device=l4{f'&catalog={release}' if release else ''}"
    found = ask("GET", "/v1/inference/unit-costs", query=query).headers["cache-control"]

    assert ("immutable" in found) == is_pinned


def test_index_lists_what_can_be_asked(ask: Ask) -> None:
    found = ask("GET", "/v1").json

    assert {"method": "POST", "path": "/v1/inference/unit-costs"}.items() <= found["operations"][
        0
    ].items()
    assert ask("GET", found["document"]).status == 200
