"""Labels of a question stand in every form of its answer, and change no figure."""

import json
from io import BytesIO
from typing import Any

import msgspec
import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from tests import questions
from tests.asgi import Ask, posted

LABELS = {"team": "search", "cost center": "A-7"}
COMPARISON = {
    "model": "llama-3.1-8b",
    "vary": {"devices": ["l4", "a10g"]},
    "limit_count": 2,
}
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("/v1/inference/unit-costs", questions.UNIT_COST),
    ("/v1/training/run-costs", questions.RUN_COST),
    ("/v1/inference/tco", questions.TCO | {"horizon_months": 2}),
    ("/v1/comparisons", COMPARISON),
]
SWEEP = {
    "base": {**questions.UNIT_COST, "labels": {"team": "search"}},
    "scenarios": [
        {"load.concurrency": 8, "label.run": "a", "owner": 7},
        {"load.concurrency": "many", "label.run": None, "owner": "x"},
    ],
    "labels": ["owner"],
    "columns": ["usd_per_hour"],
}


@pytest.mark.parametrize(("path", "query"), ASKED)
def test_labels_stand_in_every_form(ask: Ask, path: str, query: dict[str, Any]) -> None:
    labelled = query | {"labels": LABELS}
    answer = posted(ask, path, labelled).json
    table = pl.read_csv(posted(ask, path, labelled, "text/csv").body, infer_schema_length=None)
    text = posted(ask, path, labelled, "text/plain").body.decode()
    bare = posted(ask, path, query).json

    assert answer.pop("labels") == LABELS
    assert "labels" not in bare
    for same in (answer, bare):
        same["provenance"].pop("query_digest")
    assert answer == bare
    assert table.columns[:2] == ["label.team", "label.cost center"]
    assert set(table["label.team"]) == {"search"}
    assert text.startswith("[team: search; cost center: A-7] ")


@pytest.mark.parametrize(("path", "query"), ASKED[1:3])
def test_labels_are_tags_of_charges(ask: Ask, path: str, query: dict[str, Any]) -> None:
    body = posted(ask, path, query | {"labels": LABELS}, "text/csv; profile=focus").body

    assert {json.loads(tags) == LABELS for tags in pl.read_csv(body)["Tags"]} == {True}


def test_labels_stand_on_a_picture(ask: Ask) -> None:
    path, query = ASKED[2]
    body = posted(ask, path, query | {"labels": LABELS}, "image/svg+xml").body.decode()

    assert "team: search, cost center: A-7" in body


def test_columns_that_are_labels_pass_through_a_sweep(ask: Ask) -> None:
    answer = posted(ask, "/v1/sweeps", SWEEP).json
    rows = [[row[name] for name in ("label.run", "owner", "label.team")] for row in answer["rows"]]

    assert answer["columns"][:4] == ["label.run", "owner", "label.team", "load.concurrency"]
    assert rows == [["a", "7", "search"], [None, "x", "search"]]
    assert [row["refusal"] for row in answer["rows"]] == [None, "invalid-request"]


def test_labels_of_a_table_pass_through_every_format(ask: Ask) -> None:
    table = b"deployment.device,label.team,project\r\nl4,search,p-1\r\nl4,,p-2\r\n"
    answered = ask(
        "POST",
        "/v1/sweeps",
        query="base.model=llama-3.1-8b&labels=project&columns=usd_per_hour",
        headers={"content-type": "text/csv", "accept": "application/vnd.apache.parquet"},
        body=table,
    )
    rows = pl.read_parquet(BytesIO(answered.body))

    assert rows["label.team"].to_list() == ["search", None]
    assert rows["project"].to_list() == ["p-1", "p-2"]
    assert rows["usd_per_hour"].n_unique() == 1
    assert "defaulted_fields" not in rows.columns


@pytest.mark.parametrize(
    ("labels", "field", "nearest"),
    [
        (["owner", "load.concurrency"], "labels", ["label.load.concurrency"]),
        (["owner", "provider"], "labels", ["label.provider"]),
        (["owner", "ownr"], "labels", ["owner"]),
        ([], "scenarios", None),
    ],
)
def test_columns_that_are_no_labels_are_refused(
    ask: Ask, labels: list[str], field: str, nearest: list[str] | None
) -> None:
    answered = posted(ask, "/v1/sweeps", SWEEP | {"labels": labels})

    assert answered.json["field"] == field
    assert nearest is None or answered.json["nearest"] == nearest


@pytest.mark.parametrize("labels", [{"a\nb": "c"}, {"team": ""}, {"team": 7}])
def test_labels_that_are_no_text_are_refused(ask: Ask, labels: dict[str, Any]) -> None:
    path, query = ASKED[0]
    answered = posted(ask, path, query | {"labels": labels})

    assert answered.status == 400
    assert answered.json["field"].startswith("labels")


@pytest.mark.parametrize("labels", [{}, {"team": "search"}])
def test_pools_have_labels_too(library: Library, labels: dict[str, str]) -> None:
    pool = {"device": "h100-sxm-80gb", "device_count": 8}
    deployment = {"prefill": pool, "decode": pool}
    asked = {"model": "llama-3.1-70b", "deployment": deployment, "labels": labels}

    answer = unit_costs(msgspec.convert(asked, UnitCostQuery), library)

    assert (answer.labels or {}) == labels
