"""The catalogue is listed whole, filtered and in pages."""

from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.releases.schema import TABLES
from service.operations.catalog import pages, rows
from tests.asgi import Ask

LISTED = {
    "devices": rows.DeviceRow,
    "models": rows.ModelRow,
    "prices": rows.PriceListingRow,
    "measurements": rows.InferenceMeasurementRow,
    "training_runs": rows.TrainingMeasurementRow,
    "assumptions": rows.AssumptionRow,
}


def listed(ask: Ask, name: str, query: str = "") -> Any:
    answered = ask("GET", f"/v1/catalog/{name}", query=query)
    assert answered.status == 200, answered.body
    return answered.json


@pytest.mark.parametrize("table", LISTED)
def test_what_is_listed_is_a_column_of_the_table(table: str) -> None:
    on_the_wire = set(LISTED[table].__struct_fields__) - {"run_kind"}

    assert on_the_wire <= set(TABLES[table].header)


@pytest.mark.parametrize("name", ["devices", "models", "prices", "measurements", "assumptions"])
def test_every_row_of_a_table_is_listed(ask: Ask, library: Library, name: str) -> None:
    page = listed(ask, name)

    assert page["total_count"] == library.newest.frames[name].height


@pytest.mark.parametrize(
    ("name", "page", "query"),
    [
        ("releases", pages.ReleasePage, ""),
        ("devices", pages.DevicePage, ""),
        ("models", pages.ModelPage, ""),
        ("prices", pages.PricePage, ""),
        ("measurements", pages.MeasurementPage, ""),
        ("measurements", pages.MeasurementPage, "kind=training"),
        ("assumptions", pages.AssumptionPage, ""),
    ],
)
def test_every_row_is_of_the_type_that_the_document_says(
    ask: Ask, library: Library, name: str, page: type[pages.Page], query: str
) -> None:
    for release in library.names:
        offset: int | None = 0
        while offset is not None:
            asked = f"catalog={release}&limit=1000&offset={offset}&{query}".rstrip("&")
            answered = ask("GET", f"/v1/catalog/{name}", query="" if name == "releases" else asked)
            read: Any = msgspec.json.decode(answered.body, type=page)
            assert read.rows
            offset = getattr(read, "next_offset", None)


def test_purchase_prices_say_whether_they_include_the_host(ask: Ask) -> None:
    devices = listed(ask, "devices", "limit=1000")["rows"]
    priced = [row for row in devices if row["purchase_usd"] is not None]
    included = {row["device"]: row["purchase_includes_host"] for row in priced}

    assert set(included.values()) == {True, False}
    assert (included["h100-sxm-80gb"], included["rtx-4090"]) == (True, False)


def test_training_runs_are_measurements_too(ask: Ask, library: Library) -> None:
    page = listed(ask, "measurements", "kind=training")

    assert page["total_count"] == library.newest.frames["training_runs"].height


def test_pages_follow_each_other_without_gap_or_overlap(ask: Ask, library: Library) -> None:
    names: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = listed(ask, "devices", f"limit=7&offset={offset}")
        names += [row["device"] for row in page["rows"]]
        offset = page["next_offset"]

    assert names == library.newest.frames["devices"]["device"].to_list()


def test_beyond_the_end_is_an_empty_page(ask: Ask) -> None:
    page = listed(ask, "devices", "offset=100000")

    assert (page["rows"], page["next_offset"]) == ([], None)


def test_a_release_is_pinned_by_name(ask: Ask, library: Library) -> None:
    page = listed(ask, "prices", f"catalog={library.names[0]}&limit=1")

    assert page["provenance"] == {
        "catalog": library.names[0],
        "catalog_digest": library.get(library.names[0]).digest,
    }


def test_filters_are_equalities_that_all_hold(ask: Ask) -> None:
    page = listed(ask, "prices", "provider=aws&option=spot&region=us-east-1")

    assert {(row["provider"], row["option"], row["region"]) for row in page["rows"]} == {
        ("aws", "spot", "us-east-1")
    }


def test_a_device_is_found_by_its_alias(ask: Ask) -> None:
    page = listed(ask, "devices", "device=H100")

    assert [row["device"] for row in page["rows"]] == ["h100-sxm-80gb"]


def test_a_place_is_compared_in_lower_case(ask: Ask) -> None:
    shouted, said = (
        listed(ask, "prices", f"provider={provider}&region={region}")
        for provider, region in (("AWS", "US_EAST_1"), ("aws", "us-east-1"))
    )

    assert shouted == said


def test_a_region_is_that_of_all_providers_who_spell_it_so(ask: Ask) -> None:
    pages = [
        listed(ask, "prices", f"catalog=2026-07-31&region={region}&limit=1000")
        for region in ("us", "US")
    ]

    assert pages[0] == pages[1]
    assert {row["provider"] for row in pages[0]["rows"]} == {"coreweave", "runpod"}


@pytest.mark.parametrize("name", ["provider", "region"])
def test_an_unknown_place_is_refused(ask: Ask, name: str) -> None:
    answered = ask("GET", "/v1/catalog/prices", query=f"{name}=nope")

    assert (answered.status, answered.json["field"]) == (422, name)


@pytest.mark.parametrize(
    ("name", "query", "shouted"),
    [
        ("prices", "option=spot", "option=SPOT"),
        ("prices", "instance_type=p5.48xlarge", "instance_type=P5.48XLarge"),
        ("devices", "vendor=NVIDIA", "vendor=nvidia"),
        ("models", "native_precision=fp8", "native_precision=FP8"),
        ("measurements", "kind=training&precision=bf16", "kind=training&precision=BF16"),
        ("prices", "option=spot", "option=preemptible"),
        ("prices", "provider=gcp", "provider=Google"),
        ("prices", "provider=lambda", "provider=lambdalabs"),
        ("prices", "provider=aws&region=us-east-1", "provider=aws&region=N.+Virginia"),
    ],
)
def test_texts_are_compared_in_any_case_and_by_other_words(
    ask: Ask, name: str, query: str, shouted: str
) -> None:
    pages = [listed(ask, name, asked) for asked in (query, shouted)]

    assert pages[0] == pages[1]
    assert pages[0]["total_count"] > 0


@pytest.mark.parametrize(
    ("name", "query", "nearest"),
    [
        ("devices", "vendor=nvdia", "NVIDIA"),
        ("prices", "instance_type=p5.48xl", "p5.48xlarge"),
        ("prices", "option=sport", "spot"),
        ("prices", "provider=lamda", "lambda"),
        ("prices", "provider=googel", "gcp"),
        ("prices", "region=virgina", "virginia"),
        ("prices", "instance_type=p5", "p5.48xlarge"),
        ("assumptions", "unit=ratios", "ratio"),
    ],
)
def test_a_text_that_no_row_has_is_refused(ask: Ask, name: str, query: str, nearest: str) -> None:
    answered = ask("GET", f"/v1/catalog/{name}", query=query)

    assert (answered.status, answered.json["field"], answered.json["nearest"][0]) == (
        422,
        query.partition("=")[0],
        nearest,
    )


@pytest.mark.parametrize(("day", "usd_per_hour"), [("2025-05-01", 98.32), ("2025-07-01", 55.04)])
def test_as_of_keeps_the_row_in_force(ask: Ask, day: str, usd_per_hour: float) -> None:
    page = listed(
        ask,
        "prices",
        f"provider=aws&region=us-east-1&instance_type=p5.48xlarge&option=on_demand&as_of={day}",
    )

    assert [row["usd_per_hour"] for row in page["rows"]] == [usd_per_hour]


def test_modelled_parts_the_prices(ask: Ask, library: Library) -> None:
    counts = [
        listed(ask, "prices", f"modelled={flag}&limit=1")["total_count"] for flag in (True, False)
    ]

    assert (sum(counts), counts[1]) == (
        library.newest.frames["prices"].height,
        library.newest.unmodelled_price_count,
    )


def test_search_takes_text_in_any_case(ask: Ask) -> None:
    upper, lower = (
        listed(ask, "prices", f"search={text}&limit=1000") for text in ("P5.48XL", "p5.48xl")
    )

    assert upper == lower
    assert upper["total_count"] > 0


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("measurements", "kind=training&search=steady"),
        ("measurements", "kind=training&search=full"),
        ("measurements", "search=google"),
    ],
)
def test_search_finds_rows_that_show_the_text(ask: Ask, name: str, query: str) -> None:
    """Some columns of a table are not listed, and a row that is found by one does not show why."""
    text = query.partition("search=")[2]
    every = listed(ask, name, f"{query.partition('search=')[0]}limit=1000")["rows"]
    shown = [
        row
        for row in every
        if any(
            text in cell.lower()
            for column, cell in row.items()
            if column != "kind" and isinstance(cell, str)
        )
    ]

    assert listed(ask, name, f"{query}&limit=1000")["rows"] == shown


@pytest.mark.parametrize(
    ("table", "typed", "first"),
    [
        ("models", "llama 70", "llama-3.1-70b"),
        ("models", "qwen3 3", "qwen3-32b"),
        ("models", "llama maverik", "llama-4-maverick"),
        ("devices", "trainum", "trainium1"),
    ],
)
def test_search_finds_what_is_half_typed(ask: Ask, table: str, typed: str, first: str) -> None:
    rows = listed(ask, table, f"search={typed.replace(' ', '+')}&limit=3")["rows"]

    assert rows[0][table.removesuffix("s")] == first


def test_words_of_a_search_are_met_together(ask: Ask) -> None:
    rows = listed(ask, "prices", "search=spot+h200+amazon&limit=1000")["rows"]

    assert {(row["option"], row["provider"]) for row in rows} == {("spot", "aws")}
    assert {row["device"].split("-")[0] for row in rows} == {"h200"}


@pytest.mark.parametrize(
    ("typed", "regions"), [("us east 1", {"us-east-1"}), ("aws US_EAST_1 h100", {"us-east-1"})]
)
def test_region_is_found_whatever_separates_its_parts(
    ask: Ask, typed: str, regions: set[str]
) -> None:
    rows = listed(ask, "prices", f"search={typed.replace(' ', '+')}&limit=1000")["rows"]

    assert {row["region"] for row in rows} == regions


def test_search_takes_signs_as_they_are(ask: Ask) -> None:
    page = listed(ask, "prices", "search=.*")

    assert page["total_count"] == 0


def test_releases_say_what_they_are_made_of(ask: Ask, library: Library) -> None:
    page = listed(ask, "releases")

    assert [(row["name"], row["digest"]) for row in page["rows"]] == [
        (name, library.get(name).digest) for name in library.names
    ]


@pytest.mark.parametrize(
    ("name", "query", "status", "field"),
    [
        ("prices", "limit=0", 400, "limit"),
        ("prices", "limit=1001", 400, "limit"),
        ("prices", "offset=-1", 400, "offset"),
        ("prices", "as_of=2025-02-30", 422, "as_of"),
        ("prices", "modelled=perhaps", 400, "modelled"),
        ("prices", "catalog=1999", 422, "catalog"),
        ("devices", "device=abacus-9000", 422, "device"),
        ("devices", "provider=aws", 400, "provider"),
        ("measurements", "kind=training&engine=vllm", 422, "engine"),
        ("measurements", "kind=training&scenario=offline", 422, "scenario"),
        ("measurements", "kind=training&regime=offline", 422, "regime"),
    ],
)
def test_what_cannot_be_listed_is_refused(
    ask: Ask, name: str, query: str, status: int, field: str
) -> None:
    answered = ask("GET", f"/v1/catalog/{name}", query=query)

    assert (answered.status, answered.json["field"]) == (status, field)


P5 = "provider=aws&region=us-east-1&instance_type=p5.48xlarge&option=on_demand"


def test_a_price_holds_from_its_first_day_to_the_one_before_the_next(ask: Ask) -> None:
    rows = ask("GET", "/v1/catalog/prices", query=P5).json["rows"]
    days = {day for row in rows for day in (row["effective_from"], row["effective_to"]) if day}

    assert len(days) > 1
    for day in days:
        held = ask("GET", "/v1/catalog/prices", query=f"{P5}&as_of={day}").json["rows"]
        assert held == [
            row
            for row in rows
            if row["effective_from"] <= day and not (row["effective_to"] or "9999") <= day
        ]


@pytest.mark.parametrize("name", ["models", "devices"])
def test_the_last_page_is_the_one_that_ends_with_the_last_row(ask: Ask, name: str) -> None:
    path = f"/v1/catalog/{name}"
    whole = ask("GET", path, query="limit=1000").json
    count = whole["total_count"]

    pages = {
        (offset, limit): ask("GET", path, query=f"offset={offset}&limit={limit}").json
        for offset, limit in ((0, count), (count - 2, 2), (count - 2, 1), (1, 1))
    }

    assert {at: page["next_offset"] for at, page in pages.items()} == {
        (0, count): None,
        (count - 2, 2): None,
        (count - 2, 1): count - 1,
        (1, 1): 2,
    }
    for (offset, limit), page in pages.items():
        assert page["rows"] == whole["rows"][offset : offset + limit]
        assert page["total_count"] == count


def test_releases_are_searched_in_any_case(ask: Ask, library: Library) -> None:
    searched = library.newest.name.upper()

    found = ask("GET", "/v1/catalog/releases", query=f"search={searched}").json["rows"]

    assert library.newest.name in [row["name"] for row in found]


def test_a_release_has_its_day_of_publication_and_notes(ask: Ask) -> None:
    rows = {row["name"]: row for row in listed(ask, "releases")["rows"]}

    assert rows["2026-10-31"]["published"] == "2026-11-27"
    assert "1,370 more" in rows["2026-10-31"]["notes"]
    assert rows["2026-05-31"]["published"] is None


def test_a_search_for_the_model_of_an_api_says_where_its_prices_are(ask: Ask) -> None:
    page = listed(ask, "models", "search=claude+sonnet")

    assert page["rows"] == []
    path, _, query = page["elsewhere"].partition("?")
    assert ask("GET", path, query=query).json["question"]["path"].startswith("/v1/ask?")
    assert listed(ask, "models", "search=llama-3.1-70b")["elsewhere"] is None


@pytest.mark.parametrize(
    ("asked", "provider", "device"),
    [
        ("provider=AWS&device=h200", "aws", "h200-sxm-141gb"),
        ("provider=google&device=h100-sxm&table=Prices", "gcp", "h100-sxm-80gb"),
        ("device=gb200", None, "gb200"),
    ],
)
def test_changes_are_those_of_a_device_and_a_seller_as_people_call_them(
    ask: Ask, asked: str, provider: str | None, device: str
) -> None:
    page = listed(ask, "changes", f"from=2026-05-31&to=2026-10-31&limit=1000&{asked}")

    assert {row["device"] for row in page["rows"]} == {device}
    assert provider is None or {row["provider"] for row in page["rows"]} == {provider}
    assert page["total_count"] == len(page["rows"]) > 0


@pytest.mark.parametrize("asked", ["device=h1000", "table=price", "provider=nobody"])
def test_changes_of_what_nobody_has_are_refused(ask: Ask, asked: str) -> None:
    assert ask("GET", "/v1/catalog/changes", query=f"from=2026-05-31&{asked}").status == 422
