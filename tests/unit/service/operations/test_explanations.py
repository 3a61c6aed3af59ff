"""Bridges in every form, and their problems."""

import time
import zipfile
from io import BytesIO
from typing import Any

import msgspec
import polars as pl
import pytest

from service.app import OPERATIONS
from tests import questions
from tests.asgi import Answered, Ask, posted

PATH = "/v1/explanations"
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ASKED: dict[str, Any] = {
    "base": questions.BRIDGED,
    "from": {"as_of": "2024-06-01", "utilization_fraction": 0.6},
    "to": {"as_of": "2026-05-01", "utilization_fraction": 0.5, "facility.pue_ratio": 1.4},
}

DEVICE = "to.deployment.device"


def asked(ask: Ask, query: Any = ASKED, accept: str = "application/json") -> Answered:
    return posted(ask, PATH, query, accept)


def test_a_bridge_is_answered_as_asked(ask: Ask) -> None:
    answer = asked(ask).json

    assert (answer["kind"], answer["figure"]) == ("unit_costs", "usd_per_million_output_tokens")
    assert [effect["name"] for effect in answer["effects"]] == ["prices", "utilization_fraction"]
    assert answer["without_effect"] == ["facility.pue_ratio"]
    assert answer["effects"][1]["fields"] == [
        {"field": "utilization_fraction", "from_value": 0.6, "to_value": 0.5}
    ]
    assert [answer[side]["provenance"]["as_of"] for side in ("from", "to")] == [
        "2024-06-01",
        "2026-05-01",
    ]
    assert answer["provenance"]["catalog"] == "2026-07-31"


def test_the_sentence_tells_the_effects(ask: Ask) -> None:
    answer = asked(ask).json
    said = asked(ask, accept="text/plain").body.decode()

    assert said == (
        "The price of output tokens goes from $2.22 (2024-06-01, release 2026-07-31) to $1.49 per"
        " million output tokens (2026-05-01, release 2026-07-31):"
        " −$1.08 price of p5.48xlarge, +$0.347 utilization_fraction 0.6 to 0.5.\n"
    )
    assert round(answer["to_value"], 2) == 1.49


@pytest.mark.parametrize(
    ("changes", "ending"),
    [
        ({"figure": "performance.output_tokens_per_second"}, "nothing that differs moves it.\n"),
        (
            {
                "to": {"as_of": "2024-06-01", "deployment.device_count": 4},
                "figure": "power.facility_watts",
            },
            " deployment.device_count 8 to 4.\n",
        ),
    ],
)
def test_other_figures_are_told_with_their_units(
    ask: Ask, changes: dict[str, Any], ending: str
) -> None:
    said = asked(ask, ASKED | changes, "text/plain").body.decode()

    assert said.startswith(changes["figure"])
    assert said.endswith(ending)
    assert "$" not in said


def test_a_table_has_a_row_an_effect(ask: Ask) -> None:
    effects = asked(ask).json["effects"]
    table = pl.read_csv(asked(ask, accept="text/csv").body)
    lines = asked(ask, accept="application/x-ndjson").body.splitlines()
    markdown = asked(ask, accept="text/markdown").body.decode().splitlines()

    assert table["name"].to_list() == [effect["name"] for effect in effects]
    assert table["change"].to_list() == [effect["change"] for effect in effects]
    assert table["fields"].to_list() == [
        "as_of 2024-06-01 to 2026-05-01",
        "utilization_fraction 0.6 to 0.5",
    ]
    assert "p5.48xlarge/on_demand/2025-06-01" in table["rows"][0]
    assert [msgspec.json.decode(line)["words"] for line in lines] == table["words"].to_list()
    assert len(markdown) == 2 + len(effects)


def test_a_bridge_without_effects_is_a_table_without_rows(ask: Ask) -> None:
    whole = asked(ask, accept="text/csv").body.decode()
    empty = asked(ask, {"base": ASKED["base"]}, "text/csv").body.decode()

    assert empty == f"{whole.partition(chr(13))[0]}\r\n"


def test_a_workbook_has_a_sheet_of_the_rows_that_move(ask: Ask) -> None:
    with zipfile.ZipFile(BytesIO(asked(ask, accept=WORKBOOK).body)) as book:
        names = book.read("xl/workbook.xml").decode()
        sheet = book.read("xl/worksheets/sheet2.xml").decode()

    assert 'name="moved"' in names
    assert "aws/us-east-1/p5.48xlarge/on_demand/2025-06-01" in sheet
    assert "<t>98.32</t>" in sheet


@pytest.mark.parametrize(
    ("accept", "begins"), [("image/svg+xml", b"<?xml"), ("image/png", b"\x89PNG")]
)
def test_a_waterfall_is_drawn(ask: Ask, accept: str, begins: bytes) -> None:
    answered = asked(ask, accept=accept)

    assert (answered.status, answered.headers["content-type"]) == (200, accept)
    assert answered.body.startswith(begins)


@pytest.mark.parametrize("kind", ["run_costs", "tco"])
def test_runs_and_services_are_bridged(ask: Ask, kind: str) -> None:
    base = questions.RUN_COST if kind == "run_costs" else questions.TCO
    query = {"kind": kind, "base": base, "from": {"as_of": "2025-01-01"}, "to": {}}
    answer = asked(ask, query).json
    said = asked(ask, query, "text/plain").body.decode()

    assert answer["effects"][0]["name"] == "prices"
    assert said.startswith("The cost of the run" if kind == "run_costs" else "The total")


@pytest.mark.parametrize(
    ("query", "status", "kind", "field"),
    [
        ({"kind": "fleet"}, 400, "invalid-request", "kind"),
        ({"before": {}}, 400, "invalid-request", "before"),
        ({"figure": ""}, 400, "invalid-request", "figure"),
        ({**ASKED, "from": {"as_of": "2001-01-01"}}, 422, "no-price", "base.purchase"),
        (
            {**ASKED, "to": {"deployment.device": "hal"}},
            422,
            "unknown-name",
            "to.deployment.device",
        ),
        ({**ASKED, "figure": "usd"}, 422, "unknown-name", "figure"),
    ],
)
def test_what_has_no_answer_is_a_problem(
    ask: Ask, query: Any, status: int, kind: str, field: str
) -> None:
    answered = asked(ask, query)

    assert (answered.status, answered.json["type"].rpartition("/")[2]) == (status, kind)
    assert answered.json["field"] == field


def test_a_side_that_has_no_answer_is_named(ask: Ask) -> None:
    problem = asked(ask, {**ASKED, "to": {"as_of": "2001-01-01"}}).json

    assert problem["detail"].startswith("the question of `to` has no answer: no on_demand price")


def test_it_is_heavy_work() -> None:
    (operation,) = [one for one in OPERATIONS if one.path == PATH]

    assert operation.is_heavy


@pytest.mark.parametrize(
    "fields",
    [
        {f"a{number}": 1 for number in range(40_000)},
        {"load": {f"a{number}": 1 for number in range(40_000)}},
        {"a" * 30_000 + "." * 30_000: 1},
        {".".join("a" * 30_000): 1},
    ],
)
def test_fields_by_the_thousand_are_refused_at_once(ask: Ask, fields: dict[str, Any]) -> None:
    base = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}}
    began = time.process_time()
    statuses = {
        posted(ask, "/v1/explanations", {"base": base, "from": fields, "to": {}}).status,
        posted(ask, "/v1/explanations", {"base": {**base, **fields}, "from": {}, "to": {}}).status,
        posted(ask, "/v1/sweeps", {"base": {**base, **fields}, "axes": {}}).status,
    }

    assert statuses == {422}
    assert time.process_time() - began < 2.0
