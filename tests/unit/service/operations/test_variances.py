"""What was billed beside the plan, over HTTP."""

import polars as pl
import pytest

from tests import questions
from tests.asgi import Ask, posted

PATH = "/v1/inference/variances"
PLAN = questions.TCO | {"catalog": "2026-10-31", "horizon_months": 2, "labels": {"team": "search"}}
BILL = [
    {"month": "2026-08", "hours": 3800.0, "instance_type": "p5.48xlarge", "usd_per_hour": 50.0},
    {"month": "2026-08", "requests": 1.5e8},
]


def test_a_table_has_the_lines_beside_the_plan(ask: Ask) -> None:
    query = {"plan": PLAN, "actuals": BILL}
    answer = posted(ask, PATH, query).json
    rows = pl.read_csv(posted(ask, PATH, query, "text/csv").body)

    assert rows["label.team"].to_list() == ["search"] * 3
    assert rows["line"].to_list() == ["on_demand", "network_egress", "storage"]
    assert rows["actual_usd"].sum() == answer["actual_usd"] == 190_000.0


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"plan": PLAN, "actuals": BILL}, "than planned (volume"),
        ({"actuals": BILL}, "$190,000.00 were billed"),
    ],
)
def test_a_sentence_says_what_was_billed(ask: Ask, query: object, told: str) -> None:
    assert told in posted(ask, PATH, query, "text/plain").body.decode()
