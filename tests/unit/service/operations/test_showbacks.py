"""The cost of a service by team, over HTTP."""

import polars as pl
import pytest

from tests import questions
from tests.asgi import Ask, posted

PATH = "/v1/inference/showbacks"
TEAMS = [
    {"name": "search", "requests_per_day": 3e6},
    {"name": "support", "requests_per_day": 1e6},
]
QUERY = questions.TCO | {"horizon_months": 2, "teams": TEAMS, "catalog": "2026-10-31"}


def test_a_table_has_a_row_for_each_month_and_team(ask: Ask) -> None:
    query = QUERY | {"labels": {"budget": "2027"}}
    answer = posted(ask, PATH, query).json
    rows = pl.read_csv(posted(ask, PATH, query, "text/csv").body)

    assert rows.select("label.budget", "team", "month").rows() == [
        (2027, team, month) for month in ("2026-08", "2026-09") for team in ("search", "support")
    ]
    assert rows["usd_total"].to_list() == [row["usd_total"] for row in answer["rows"]]
    assert answer["teams"][0]["share_fraction"] == 0.75
    assert "the teams ask for 4,000,000 requests a day" in answer["warnings"][0]


def test_a_sentence_names_the_teams(ask: Ask) -> None:
    text = posted(ask, PATH, QUERY, "text/plain").body.decode()

    assert "shared by tokens: search $" in text
    assert "support $" in text


def test_totals_are_in_the_currency_of_the_question(ask: Ask) -> None:
    query = QUERY | {"currency": "EUR", "usd_per_currency_unit": 2.0}
    answer = posted(ask, PATH, query).json
    text = posted(ask, PATH, query, "text/plain").body.decode()

    assert answer["currency"] == "EUR"
    totals = [team["total"] * 2.0 for team in answer["teams"]]
    assert totals == pytest.approx([team["usd_total"] for team in answer["teams"]], rel=1e-12)
    assert text.count(" EUR") == len(TEAMS) + 1
