"""Drivers are in every form of an answer, and are worked out where nobody else waits."""

from typing import Any

import msgspec
import polars as pl
import pytest
from fastexcel import read_excel

from service.operations import quotes
from tests import questions
from tests.asgi import Ask, posted

UNIT_COSTS, RUN_COSTS = "/v1/inference/unit-costs", "/v1/training/run-costs"
SERVICE = "/v1/inference/tco"
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

ASKED: dict[str, dict[str, Any]] = {
    UNIT_COSTS: {**questions.UNIT_COST, "drivers": True},
    RUN_COSTS: {**questions.RUN_COST, "drivers": True},
    SERVICE: {**questions.TCO, "drivers": True},
}
OF_ALL = [pytest.param(path, query, id=path) for path, query in ASKED.items()]


@pytest.mark.parametrize(("path", "query"), OF_ALL)
def test_the_sentence_names_the_two_strongest(ask: Ask, path: str, query: Any) -> None:
    drivers = posted(ask, path, query).json["drivers"]
    said = posted(ask, path, {**query, "verbosity": "full"}, "text/plain").body.decode()
    sentence = said[said.index("depends most on") :].partition(" Note:")[0]

    strong = [one for one in drivers if one["usd_change"] >= 0.25 * one["usd"]]
    assert strong
    assert [one["name"] for one in strong if f"{one['name']}, " in sentence] == [
        one["name"] for one in strong[:2]
    ]


@pytest.mark.parametrize(("path", "query"), OF_ALL)
def test_a_table_has_the_three_strongest_at_its_end(ask: Ask, path: str, query: Any) -> None:
    drivers = posted(ask, path, query).json["drivers"]
    table = pl.read_csv(posted(ask, path, query, "text/csv").body)

    for place, driver in enumerate(drivers[:3], start=1):
        assert table[f"drivers.{place}.key"][0] == driver["key"]
        assert table[f"drivers.{place}.usd_at_high"][0] == pytest.approx(driver["usd_at_high"])
    assert all(name.startswith("drivers.3.") for name in table.columns[-11:])


@pytest.mark.parametrize(("path", "query"), OF_ALL)
def test_a_workbook_has_a_sheet_of_them(ask: Ask, path: str, query: Any) -> None:
    drivers = posted(ask, path, query).json["drivers"]
    book = read_excel(posted(ask, path, query, WORKBOOK).body)
    (name,) = (name for name in book.sheet_names if name.lower() == "drivers")
    sheet = book.load_sheet(name, header_row=None).to_polars()

    assert {one["key"] for one in drivers} <= {cell for row in sheet.rows() for cell in row}


def test_a_table_is_as_before_where_nobody_asks_for_them(ask: Ask) -> None:
    quiet = posted(ask, UNIT_COSTS, questions.UNIT_COST, "text/csv").body.decode()
    service = posted(ask, SERVICE, questions.TCO, "text/csv").body.decode()
    usual = posted(ask, SERVICE, ASKED[SERVICE], "text/csv").body.decode()

    assert "drivers" not in quiet.partition("\r\n")[0]
    assert service.partition("\r\n")[0] == usual.partition("\r\n")[0]


def test_a_question_with_drivers_is_long(ask: Ask) -> None:
    operations = [one for one in quotes.OPERATIONS if one.path in {UNIT_COSTS, RUN_COSTS}]
    posted = [
        one.is_long(msgspec.convert(ASKED[one.path], one.asks))
        for one in operations
        if one.method == "POST" and one.is_long
    ]
    flat = "model=llama-3.1-8b&device=l4&drivers=true"
    found = ask("GET", UNIT_COSTS, query=flat)

    assert posted == [True, True]
    assert all(one.is_long for one in operations)
    assert found.json["drivers"][0]["usd_change"] > 0.0


def test_a_comparison_has_no_such_field(ask: Ask) -> None:
    asked = {"model": "llama-3.1-8b", "objective": "usd_per_request", "drivers": True}
    refused = posted(ask, "/v1/comparisons", asked)

    assert (refused.status, refused.json["field"]) == (400, "drivers")
