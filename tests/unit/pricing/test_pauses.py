"""Long work pauses between its parts, on whatever thread they are worked out."""

from typing import Any

import pytest
from msgspec import convert

from pricing.catalog.library import Library
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.pauses import pausing
from pricing.showback.query import ShowbackQuery
from pricing.showback.quote import showback
from pricing.sweeps.query import SweepKind, SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.tco.quote import tco
from pricing.tco.uncertainty import CHUNK_PERIODS
from pricing.variances.query import VarianceQuery
from pricing.variances.quote import variances
from tests import questions
from tests.questions import tco as tco_query

PARTS = 40
BASE = {"model": "llama-3.1-8b", "deployment": {"device": "h100-sxm-80gb"}}
RUN = BASE | {"tokens": 1e12}
SERVICE = BASE | {"horizon_months": 1}


class Ended(BaseException):
    """Nobody waits for the work any more."""


def end() -> None:
    raise Ended


@pytest.mark.parametrize(
    ("kind", "base", "axis"),
    [
        ("unit_costs", BASE, "deployment.device_count"),
        ("unit_costs", BASE, "purchase.region"),
        ("unit_costs", BASE, "deployment.engine"),
        ("run_costs", RUN, "deployment.device_count"),
        ("run_costs", RUN, "purchase.region"),
        ("run_costs", RUN | {"schedule": {"wall_clock_limit_hours": 1e6}}, "mfu_fraction"),
        ("tco", SERVICE, "traffic.requests_per_day"),
    ],
)
def test_sweep_pauses_between_its_parts(
    library: Library, kind: SweepKind, base: dict[str, Any], axis: str
) -> None:
    values: tuple[Any, ...] = tuple(range(1, PARTS + 1))
    if axis in {"purchase.region", "deployment.engine"}:
        values = tuple(map(str, values))
    if axis == "mfu_fraction":
        values = tuple(value / 100.0 for value in values)
    asked = sweep_of(SweepQuery(kind=kind, base=base, axes={axis: values}))
    pauses: list[None] = []
    with pausing(lambda: pauses.append(None)):
        assert sum(rows.height for rows in asked.rows(library)) == PARTS
    with pausing(end), pytest.raises(Ended):
        list(asked.rows(library))

    assert len(pauses) >= PARTS


def test_comparison_pauses_between_its_candidates(library: Library) -> None:
    asked = ComparisonQuery(
        model="llama-3.1-8b", vary=Vary(device_counts=tuple(range(1, PARTS + 1)))
    )

    with pausing(end), pytest.raises(Ended):
        comparison(asked, library)


def test_search_for_what_unknown_names_may_mean_can_be_ended(library: Library) -> None:
    names = tuple(f"unheard-of-{place}" for place in range(3_000))
    query = ComparisonQuery(model="llama-3.1-8b", vary=Vary(devices=names))
    left = iter([*[None] * 10, Ended()])

    def leave() -> None:
        error = next(left)
        if error is not None:
            raise error

    with pausing(leave), pytest.raises(Ended):
        comparison(query, library)


MONTHS, TEAMS, ROWS = 60, 200, 500
PLAIN = {**questions.TCO, "horizon_months": MONTHS}
SHARED = [{"name": f"team {at}", "requests_per_day": 1e4} for at in range(TEAMS)]
BILLED = [{"month": "2026-08", "line": "egress", "usd": 1.0} for _ in range(ROWS)]


@pytest.mark.parametrize(
    ("asked", "answer", "least"),
    [
        (tco_query(PLAIN | {"uncertainty": {"draws": 1000}}), tco, 1000 * MONTHS / CHUNK_PERIODS),
        (convert(PLAIN | {"teams": SHARED}, ShowbackQuery), showback, MONTHS + TEAMS),
        (convert({"plan": PLAIN, "actuals": BILLED}, VarianceQuery), variances, ROWS),
    ],
)
def test_answer_pauses_as_often_as_it_has_parts(
    library: Library, asked: Any, answer: Any, least: float
) -> None:
    pauses = []
    with pausing(lambda: pauses.append(1)):
        answer(asked, library)

    assert len(pauses) >= least
