"""The law of shares: what teams bear adds up to the service, to the last digit."""

from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.showback.answer import ShowbackAnswer
from pricing.showback.query import ShowbackQuery
from pricing.showback.quote import showback
from pricing.tco.quote import tco
from pricing.unit_costs.quote import unit_costs
from tests import questions
from tests.property.laws import law
from tests.property.services import PURCHASES
from tests.property.test_months import added, printed

TEAM = st.fixed_dictionaries(
    {
        "requests_per_day": st.floats(0.0, 1e7),
        "input_tokens": st.none() | st.floats(0.0, 1e4),
        "output_tokens": st.none() | st.floats(1.0, 1e3),
    }
)
HALVES: list[dict[str, Any]] = [
    {"name": "short", "requests_per_day": 2.5e6, "input_tokens": 100, "output_tokens": 400},
    {"name": "long", "requests_per_day": 2.5e6, "input_tokens": 2000, "output_tokens": 100},
]


def asked(changes: dict[str, Any], library: Library) -> ShowbackAnswer:
    query = msgspec.convert(questions.changed(questions.TCO, changes), ShowbackQuery)
    return showback(query, library)


@settings(law, max_examples=8)
@given(
    teams=st.lists(TEAM, min_size=1, max_size=9),
    by=st.sampled_from(["tokens", "requests", "time"]),
    purchase=st.sampled_from(PURCHASES),
)
def test_shares_add_up_to_the_service(
    teams: list[dict[str, Any]], by: str, purchase: Any, library: Library
) -> None:
    named = [{"name": f"team {at}", **team} for at, team in enumerate(teams)]
    named.append({"name": "rest", "requests_per_day": 1.0})
    service = {"purchase": purchase, "horizon_months": 5, "training_usd": 12345.6789}
    answer = asked({**service, "teams": named, "by": by}, library)
    whole = tco(questions.tco(service), library)

    assert sum(team.share_fraction for team in answer.teams) == pytest.approx(1.0)
    assert added(team.usd_total for team in answer.teams) == printed(whole.totals.usd_total)
    for month in whole.months:
        rows = [row for row in answer.rows if row.month == month.month]
        assert added(row.usd_total for row in rows) == printed(month.usd_total)
        for item, usd in month.line_items_usd.items():
            assert added(row.line_items_usd[item] for row in rows) == printed(usd)
    for team in answer.teams:
        own = [row for row in answer.rows if row.team == team.team]
        assert added(row.usd_total for row in own) == printed(team.usd_total)
        assert added(team.line_items_usd.values()) == printed(team.usd_total)


@pytest.mark.parametrize("by", ["tokens", "requests", "time"])
def test_teams_bear_what_they_weigh(by: str, library: Library) -> None:
    answer = asked({"teams": HALVES, "by": by, "horizon_months": 1}, library)
    short, long = (team.share_fraction for team in answer.teams)
    costs = unit_costs(
        questions.unit_cost({"load": questions.TCO["load"], "catalog": "2026-07-31"}), library
    ).unit_costs
    assert costs.usd_per_million_input_tokens is not None
    assert costs.usd_per_million_output_tokens is not None
    times = [
        team["input_tokens"] * costs.usd_per_million_input_tokens
        + team["output_tokens"] * costs.usd_per_million_output_tokens
        for team in HALVES
    ]
    expected = {"tokens": 500 / 2600, "requests": 0.5, "time": times[0] / sum(times)}

    assert short == pytest.approx(expected[by], rel=1e-12)
    assert long == pytest.approx(1.0 - expected[by], rel=1e-12)
    assert any("have 1,300 tokens in the mean" in text for text in answer.warnings)


def test_measured_times_share_a_service_of_no_model(library: Library) -> None:
    teams = [
        {"name": "a", "requests_per_day": 1000.0, "seconds_per_request": 3.0},
        {"name": "b", "requests_per_day": 3000.0, "seconds_per_request": 1.0},
    ]
    changes = {**questions.THINGS, "load": {}, "purchase": {"usd_per_device_hour": 0.9}}
    answer = asked(
        {**changes, "traffic.requests_per_day": 4000.0, "teams": teams, "by": "time"}, library
    )

    assert [team.share_fraction for team in answer.teams] == [0.5, 0.5]
    assert not any("the teams " in text for text in answer.warnings)
    assert Decimal(str(answer.usd_total)) == added(team.usd_total for team in answer.teams)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"teams": [HALVES[0], HALVES[0]]}, "teams[1].name"),
        ({"teams": [{"name": "a", "requests_per_day": 0.0}]}, "teams"),
        ({"teams": [{**HALVES[0], "seconds_per_request": 1.0}]}, "by"),
        (
            {"teams": [{**HALVES[0], "seconds_per_request": 1.0}, HALVES[1]], "by": "time"},
            "teams[1].seconds_per_request",
        ),
    ],
)
def test_teams_that_cannot_share_are_refused(
    changes: dict[str, Any], field: str, library: Library
) -> None:
    with pytest.raises(InvalidQuery) as refusal:
        asked(changes, library)

    assert refusal.value.field == field
