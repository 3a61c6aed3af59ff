"""Services over time, ranked by their totals."""

from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.comparisons.services.answer import ServiceComparisonAnswer
from pricing.comparisons.services.comparison import service_comparison
from pricing.comparisons.services.query import ServiceComparisonQuery
from pricing.errors import InvalidQuery, Refusal, UnknownName
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from service.formats.flatten import tabled
from service.sentences.answers import sentence_of
from service.summaries.summary import summary_of
from tests import questions

HALF = {"name": "half", "base": {"option": "reserved_1y"}, "base_replicas": 1}
VARY = {
    "devices": ["h100-sxm-80gb", "H100 SXM", "mi300x", "t4", "abacus"],
    "plans": ["on_demand", "optimal", HALF],
    "providers": ["aws", None],
}
BARE: dict[str, Any] = {"deployment.device": None, "purchase": {}}


def asked(changes: dict[str, Any] | None = None) -> ServiceComparisonQuery:
    question = questions.changed({**questions.TCO, "vary": VARY}, {**BARE, **(changes or {})})
    question["deployment"].pop("device") if not question["deployment"]["device"] else None
    return msgspec.convert(question, ServiceComparisonQuery)


@pytest.fixture(scope="module")
def answer(library: Library) -> ServiceComparisonAnswer:
    return service_comparison(asked(), library)


def test_candidates_are_ranked_each_once(answer: ServiceComparisonAnswer) -> None:
    totals = [one.usd_total for one in answer.candidates]

    assert totals == sorted(totals)
    assert [one.rank for one in answer.candidates] == list(range(1, len(totals) + 1))
    assert answer.candidate_count == 4 * 3 * 2  # two names of one device are one candidate
    assert answer.feasible_count + len(answer.excluded) == answer.candidate_count
    assert answer.excluded_counts.keys() >= {"unknown-name"}
    assert all(one.refusal_detail for one in answer.excluded)


def test_best_has_the_total_of_its_own_question(
    answer: ServiceComparisonAnswer, library: Library
) -> None:
    best = tco(msgspec.convert(answer.question, TcoQuery), library)

    assert answer.candidates[0].usd_total == best.totals.usd_total
    assert best.purchase.plan == "optimal"


def test_optimal_is_never_dearer_than_a_plan_at_its_place(answer: ServiceComparisonAnswer) -> None:
    by_place: dict[Any, dict[str, float]] = {}
    for one in answer.candidates:
        by_place.setdefault((one.device, one.provider), {})[one.plan] = one.usd_total

    assert all(plans["optimal"] == min(plans.values()) for plans in by_place.values())


def test_is_told_as_table_and_in_words(answer: ServiceComparisonAnswer) -> None:
    plain, query = msgspec.to_builtins(answer), msgspec.to_builtins(asked())
    best = answer.candidates[0]

    table = tabled(answer, asked())
    assert table.count == len(answer.candidates)
    assert list(table.schema)[:3] == ["rank", "device", "device_count"]
    for said in (summary_of(plain, query), sentence_of(plain, query).head):
        assert f"{best.peak_replicas} replicas of 8 × {best.device} (optimal" in said
        assert "llama-3.1-70b" in said
        assert "of 24 candidates" in said


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"vary.devices": ["l4"] * 50, "vary.providers": ["aws"] * 50}, "vary"),
        ({"vary.plans": [HALF, HALF]}, "vary.plans"),
        ({"purchase": {"option": "spot"}}, "purchase"),
        ({"measured": {"requests_per_second": 3.0}}, "measured"),
        ({"uncertainty": {}}, "uncertainty"),
        ({"drivers": True}, "drivers"),
        ({"alternative": {"provider": "openai", "model": "gpt-4o"}}, "alternative"),
        ({"deployment": {"device": None, "prefill": {"device": "h100"}}}, "vary.devices"),
        ({"load.requests_per_second": 3.0}, "load.requests_per_second"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_no_candidate_can_answer_is_refused_as_a_whole(
    changes: dict[str, Any], field: str, library: Library
) -> None:
    with pytest.raises(InvalidQuery) as refusal:
        service_comparison(asked(changes), library)

    assert refusal.value.field == field


def test_unknown_model_is_refused_and_an_unknown_device_excluded(library: Library) -> None:
    with pytest.raises(UnknownName):
        service_comparison(asked({"model": "nope"}), library)
    none = service_comparison(asked({"vary.devices": ["abacus"]}), library)

    assert not none.candidates
    assert none.question is None
    assert "No service" in summary_of(msgspec.to_builtins(none), {})


def test_every_objective_ranks_or_says_why_not(library: Library) -> None:
    few = {"vary": {"devices": ["h100-sxm-80gb", "mi300x"], "plans": ["optimal"]}}
    for objective in ("usd_discounted", "usd_per_million_tokens", "usd_per_request"):
        found = service_comparison(asked({**few, "objective": objective}), library)
        values = [getattr(one, objective) for one in found.candidates]
        assert values == sorted(values)
    things = {**few, **questions.THINGS, "load": {}, "objective": "usd_per_million_tokens"}
    with pytest.raises(Refusal) as refusal:
        service_comparison(asked({**things, "vary": {"plans": ["on_demand"]}}), library)
    assert refusal.value.field == "objective"
