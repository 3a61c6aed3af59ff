"""Forecasts in the columns of FOCUS, over HTTP."""

from io import BytesIO

import polars as pl
import pytest

from pricing.focus.columns import COLUMNS
from tests import questions
from tests.asgi import Ask, posted

CSV, PARQUET = "text/csv; profile=focus", "application/vnd.apache.parquet; profile=focus"
SERVICE, RUN = "/v1/inference/tco", "/v1/training/run-costs"


@pytest.mark.parametrize(("path", "query"), [(SERVICE, questions.TCO), (RUN, questions.RUN_COST)])
def test_charges_are_the_same_as_csv_and_as_parquet(ask: Ask, path: str, query: object) -> None:
    as_csv, as_parquet = (posted(ask, path, query, accept) for accept in (CSV, PARQUET))
    rows = pl.read_parquet(BytesIO(as_parquet.body))

    assert as_csv.status == as_parquet.status == 200
    assert as_csv.headers["content-type"].endswith("; profile=focus")
    assert rows.columns == list(COLUMNS)
    assert pl.read_csv(as_csv.body, schema=rows.schema).equals(rows)


def test_fields_choose_columns_of_charges(ask: Ask) -> None:
    query = questions.TCO | {"fields": ["EffectiveCost", "ChargeCategory"]}
    answered = posted(ask, SERVICE, query, CSV)

    assert answered.body.splitlines()[0] == b"ChargeCategory,EffectiveCost"


@pytest.mark.parametrize(
    ("accept", "content_type"),
    [
        ('Text/CSV;Profile="focus";charset=utf-8', "profile=focus"),
        ("text/csv; profile=focus; q=0.1, text/csv", "header=present"),
        ("text/csv", "header=present"),
        ("text/*", "header=present"),
    ],
)
def test_a_profile_is_chosen_by_name(ask: Ask, accept: str, content_type: str) -> None:
    answered = posted(ask, SERVICE, questions.TCO, accept)

    assert answered.headers["content-type"].endswith(content_type)


@pytest.mark.parametrize(
    ("path", "query", "accept"),
    [
        (SERVICE, questions.TCO, "text/csv; profile=other"),
        ("/v1/inference/unit-costs", questions.UNIT_COST, CSV),
    ],
)
def test_a_profile_that_an_answer_lacks_is_refused(
    ask: Ask, path: str, query: object, accept: str
) -> None:
    answered = posted(ask, path, query, accept)

    assert (answered.status, answered.json["type"].rpartition("/")[2]) == (406, "not-acceptable")
