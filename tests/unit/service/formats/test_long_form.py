"""The long form: a row for each month, or way of buying, and item."""

from io import BytesIO

import polars as pl
import pytest

from tests import questions
from tests.asgi import Ask, posted

SERVICE, RUN = "/v1/inference/tco", "/v1/training/run-costs"


@pytest.mark.parametrize("accept", ["text/csv", "application/vnd.apache.parquet"])
def test_months_have_a_row_for_each_item(ask: Ask, accept: str) -> None:
    changes = {"horizon_months": 3, "currency": "EUR", "catalog": "2026-10-31"}
    asked = questions.changed(questions.TCO, changes)
    whole = posted(ask, SERVICE, asked).json
    body = BytesIO(posted(ask, SERVICE, asked, f"{accept}; profile=long").body)
    rows = pl.read_csv(body) if accept == "text/csv" else pl.read_parquet(body)
    items = whole["totals"]["line_items_usd"]

    assert rows.columns == ["month", "item", "usd", "currency", "amount"]
    assert rows["item"].to_list() == list(items) * 3
    for month, converted in zip(whole["months"], whole["converted"]["months"], strict=True):
        own = rows.filter(pl.col("month").cast(pl.String) == month["month"])
        assert dict(own.select("item", "usd").iter_rows()) == month["line_items_usd"]
        assert own["amount"].sum() == pytest.approx(converted["total"], rel=1e-12)


def test_ways_of_buying_a_run_have_a_row_for_each_item(ask: Ask) -> None:
    asked = questions.changed(questions.RUN_COST, {"purchases": [{"option": "on_demand"}]})
    (option,) = posted(ask, RUN, asked).json["options"]
    rows = pl.read_csv(BytesIO(posted(ask, RUN, asked, "text/csv; profile=long").body))

    assert rows["usd"].to_list() == [item["usd"] for item in option["line_items"]]
    assert set(rows["option"]) == {"on_demand"}


def test_months_of_a_run_have_a_row_for_each_item(ask: Ask) -> None:
    changes = {"purchases": [{"option": "on_demand"}], "schedule": {"start": "2026-06-20"}}
    asked = questions.changed(questions.RUN_COST, changes)
    (option,) = posted(ask, RUN, asked).json["options"]
    rows = pl.read_csv(BytesIO(posted(ask, RUN, asked, "text/csv; profile=long").body))

    assert set(rows["month"]) == {month["month"] for month in option["cash"]["months"]}
    assert rows["usd"].sum() == pytest.approx(option["usd"]["mean"], abs=1e-3)


def test_other_answers_have_no_long_form(ask: Ask) -> None:
    path = "/v1/inference/unit-costs"

    assert posted(ask, path, questions.UNIT_COST, "text/csv; profile=long").status == 406
