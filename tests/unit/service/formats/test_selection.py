"""A caller who needs a part of an answer gets that part."""

import csv
from typing import Any

import msgspec
import pytest

from service.app import OPERATIONS
from service.formats.selection import selecting, unselecting
from tests.asgi import Ask, posted

QUOTE = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}, "as_of": "2026-05-01"}
RUN = {
    "model": "llama-3.1-8b",
    "tokens": 1e9,
    "deployment": {"device": "h100-sxm-80gb", "device_count": 8},
    "as_of": "2026-05-01",
}
SERVICE = {**QUOTE, "traffic": {"requests_per_day": 1e5}, "horizon_months": 2, "start": "2026-08"}

UNIT_COSTS = "/v1/inference/unit-costs"
RUN_COSTS = "/v1/training/run-costs"
TCO = "/v1/inference/tco"

SELECTING = [operation for operation in OPERATIONS if operation.asked is not operation.asks]


def test_a_part_is_that_part_of_the_whole(ask: Ask) -> None:
    whole = posted(ask, UNIT_COSTS, QUOTE).json
    fields = ["unit_costs.usd_per_request", "price", "provenance.query_digest"]

    assert posted(ask, UNIT_COSTS, {**QUOTE, "fields": fields}).json == {
        "unit_costs": {"usd_per_request": whole["unit_costs"]["usd_per_request"]},
        "price": whole["price"],
        "provenance": {"query_digest": whole["provenance"]["query_digest"]},
    }


def test_a_name_leads_through_a_list(ask: Ask) -> None:
    whole = posted(ask, RUN_COSTS, RUN).json
    part = posted(ask, RUN_COSTS, {**RUN, "fields": ["options.option", "options.usd.mean"]}).json

    assert part == {
        "options": [
            {"option": option["option"], "usd": {"mean": option["usd"]["mean"]}}
            for option in whole["options"]
        ]
    }


def test_a_name_may_be_one_that_the_answer_gives(ask: Ask) -> None:
    whole = posted(ask, TCO, SERVICE).json
    part = posted(ask, TCO, {**SERVICE, "fields": ["months.line_items_usd.compute_reserved"]}).json

    assert [list(month) for month in part["months"]] == [["line_items_usd"]] * 2
    assert all(
        month["line_items_usd"].items() <= every["line_items_usd"].items()
        for month, every in zip(part["months"], whole["months"], strict=True)
    )


@pytest.mark.parametrize("fields", [["price", "price.usd_per_device_hour"]] * 2)
def test_the_whole_of_a_field_is_more_than_a_part(ask: Ask, fields: list[str]) -> None:
    whole = posted(ask, UNIT_COSTS, QUOTE).json

    for order in (fields, fields[::-1]):
        part = posted(ask, UNIT_COSTS, {**QUOTE, "fields": order}).json
        assert part == {"price": whole["price"]}


@pytest.mark.parametrize("operation", SELECTING, ids=lambda operation: operation.id)
def test_every_operation_takes_every_field_of_its_answer(operation: Any, ask: Ask) -> None:
    for name in operation.answers.__struct_encode_fields__:
        if operation.method == "GET":
            answered = ask("GET", operation.path, query=f"fields={name}")
        else:
            answered = posted(ask, operation.path, {"fields": [name]})
        assert answered.status == 200 or "fields" not in answered.json.get("field", ""), name


def test_get_takes_names_with_commas(ask: Ask) -> None:
    query = "model=llama-3.1-8b&device=l4&as_of=2026-05-01"
    whole = ask("GET", UNIT_COSTS, query=query)
    part = ask("GET", UNIT_COSTS, query=f"{query}&fields=model,warnings")

    assert part.json == {name: whole.json[name] for name in ("model", "warnings")}
    assert part.headers["etag"] != whole.headers["etag"]


def test_a_table_has_the_columns_that_are_named(ask: Ask) -> None:
    fields = ["unit_costs.usd_per_request", "price.row"]
    answered = posted(ask, UNIT_COSTS, {**QUOTE, "fields": fields}, "text/csv")
    (row,) = csv.DictReader(answered.body.decode().splitlines())

    first, *others = row
    assert first == "unit_costs.usd_per_request"
    assert row["price.row.device"] == "l4"
    assert all(name.startswith("price.row.") for name in others)


@pytest.mark.parametrize("accept", ["application/json", "text/csv"])
def test_an_unknown_name_is_refused_with_where_it_is(ask: Ask, accept: str) -> None:
    refusal = posted(ask, UNIT_COSTS, {**QUOTE, "fields": ["usd_per_request"]}, accept)

    assert refusal.status == 400
    assert refusal.json["field"] == "fields"
    assert refusal.json["nearest"][0] == "unit_costs.usd_per_request"


@pytest.mark.parametrize("fields", [[], [""], "price", [1], ["price"] * 101, None])
def test_what_is_no_list_of_names_is_refused(ask: Ask, fields: Any) -> None:
    refusal = posted(ask, UNIT_COSTS, {**QUOTE, "fields": fields})

    assert refusal.status == 400
    assert refusal.json["field"].startswith("fields")


def test_a_picture_has_no_fields(ask: Ask) -> None:
    refusal = posted(ask, TCO, {**SERVICE, "fields": ["months"]}, "image/png")

    assert (refusal.status, refusal.json["field"]) == (400, "fields")


@pytest.mark.parametrize("operation", SELECTING, ids=lambda operation: operation.id)
def test_a_query_without_a_selection_is_encoded_as_before(operation: Any, library: Any) -> None:
    plain = msgspec.to_builtins(operation.example(library))
    example = msgspec.convert(plain, operation.asks)
    is_listed = operation.method == "GET"
    asked = msgspec.convert(plain, selecting(operation.asks, is_listed=is_listed, forms=()))

    assert msgspec.json.encode(asked) == msgspec.json.encode(example)
    assert unselecting(asked, operation.asks) == example
