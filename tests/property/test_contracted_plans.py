"""The best plan under a contract is the best of all plans, on small horizons."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.fleet.contracts import planning
from pricing.fleet.contracts.plans import Contracted
from pricing.fleet.contracts.service_plans import Planned
from pricing.fleet.contracts.spend import Plan
from pricing.fleet.contracts.stage_plans import StagePlans
from pricing.fleet.holdings import offers_of
from pricing.fleet.purchases.commitments import Commitment
from pricing.fleet.purchases.plan_checks import TERM_MONTHS
from pricing.numerics.kept_results import KeptResults
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from tests import questions
from tests.property.laws import law

MONTHS, MOST = 3, 2
TERMS = {"reserved_1y": 2, "reserved_3y": 3}
"""Short terms that stand for years."""

PLANNED = {"plan": "optimal", "provider": "aws", "region": "us-east-1"}
SPENT = {
    "tiers": [
        {"from_usd": 2e5, "discount_fraction": 0.05},
        {"from_usd": 1e6, "discount_fraction": 0.12},
    ],
    "covers": ["on_demand", "egress"],
}
"""Plans, and what they spend under."""

KINDS = st.sampled_from([["on_demand"], ["commitments"], ["on_demand", "commitments"]])
CONTRACTS = st.fixed_dictionaries(
    {
        "period": st.sampled_from(["month", "year"]),
        "tiers_hold_for": st.sampled_from(["spend_within", "whole_spend"]),
        "covers": KINDS,
        "tiers": st.lists(
            st.tuples(st.floats(0.1, 2.0), st.floats(0.0, 0.3)), min_size=1, max_size=3
        ),
    },
    optional={
        "minimum_usd": st.floats(0.2, 1.8),
        "minimum_counts": KINDS,
        "other_usd_per_month": st.floats(0.0, 2e5),
    },
)


def contract_of(drawn: dict[str, Any]) -> dict[str, Any]:
    """A contract whose tiers and minimum are near what a period spends."""
    usd = {"month": 6e4, "year": 6e4 * MONTHS}[drawn["period"]]
    begins, rates = (sorted(one) for one in zip(*drawn["tiers"], strict=True))
    found = {**drawn, "provider": "aws"}
    found["tiers"] = [
        {"from_usd": usd * (begin + at), "discount_fraction": rate}
        for at, (begin, rate) in enumerate(zip(begins, rates, strict=True))
    ]
    if "minimum_usd" in drawn:
        found["minimum_usd"] = usd * drawn["minimum_usd"]
    else:
        found.pop("minimum_counts", None)
    return found


def every(plans: StagePlans) -> Sequence[Plan]:
    """Every plan of at most MOST units begun in a month, or of one where payments are many."""
    offers = offers_of(plans.stage)
    begun = list(product(offers, range(MONTHS)))
    most = MOST if len(offers) == len(TERMS) else 1
    return [
        tuple(
            Commitment(offer, month, count)
            for (offer, month), count in zip(begun, counts, strict=True)
            if count
        )
        for counts in product(range(most + 1), repeat=len(begun))
    ]


@example(
    contract={
        "period": "month",
        "tiers_hold_for": "spend_within",
        "covers": ["on_demand", "commitments"],
        "tiers": [(0.26, 0.18), (1.98, 0.2)],
        "other_usd_per_month": 1.49e5,
    },
    load=[0.3, 4.0, 1.0],
    terms={"options": list(TERMS), "most_monthly_usd": 9.6e4},
)
@law
@given(
    contract=CONTRACTS,
    load=st.lists(st.sampled_from([0.3, 1.0, 2.5, 4.0]), min_size=MONTHS, max_size=MONTHS),
    terms=st.sampled_from(
        [
            {"options": list(TERMS)},
            {"options": ["reserved_1y"], "upfronts": ["none", "partial", "all"]},
        ]
    ),
)
def test_no_plan_costs_less_than_the_best_one_under_a_contract(
    contract: dict[str, Any], load: list[float], terms: dict[str, Any], library: Library
) -> None:
    found: list[tuple[Planned, float]] = []
    search = Contracted.best

    def watched(self: Contracted, first: Any) -> Planned:
        best = search(self, first)
        (one,) = best.chosen
        spent = one.plans.spent(every(one.plans))
        found.append((best, float(self.counted([replace(one, spent=spent)], 0, spent).min())))
        return best

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Contracted, "best", watched)
        for name, months in TERMS.items():
            patch.setitem(TERM_MONTHS, name, months)
        changes = {
            "horizon_months": MONTHS,
            "traffic.requests_per_day": None,
            "traffic.requests_per_day_by_month": [1e6 * one for one in load],
            "purchase": {**PLANNED, **terms},
            "contracts": [contract_of(contract)],
        }
        try:
            answer = tco(questions.tco(changes), library)
        except Refusal:
            return
    for best, least_usd in found:
        assert best.usd <= least_usd * (1.0 + 1e-9)
        assert best.bound_usd <= least_usd * (1.0 + 1e-9)
        assert answer.purchase.optimality_gap_usd == pytest.approx(
            best.usd - best.bound_usd, abs=0.01
        )


@pytest.mark.parametrize(
    "change",
    [
        {"traffic.requests_per_day": 2e6},
        {"contracts": [{**SPENT, "minimum_usd": 3e6}]},
        {"overheads.egress_usd_per_gigabyte": 0.2},
        {"purchase.most_spot_fraction": 0.4},
        {"purchase.most_monthly_usd": 6.2e4},
        {"purchase.base": {"option": "owned"}, "purchase.base_replicas": 1},
        {"purchase.discount_fraction": 0.2},
        {"capacity.spot_preemptions_per_instance_hour": 0.3},
        {"capacity.startup_seconds": 1500.0},
        {"discount_rate_fraction": 0.3},
        {"start": "2027-02-10"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_plans_that_are_kept_are_those_of_the_question(
    change: dict[str, Any], library: Library
) -> None:
    """Whatever was asked for before."""
    asked = {
        "horizon_months": 18,
        "capacity.scaling": "autoscaled",
        "purchase": {**PLANNED, "most_spot_fraction": 0.8, "upfronts": ["none", "all"]},
        "contracts": [SPENT],
    }

    def answered(changes: dict[str, Any]) -> TcoAnswer:
        return tco(questions.tco(changes), library)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "KEPT", KeptResults(8))
        first, changed = answered(asked), answered({**asked, **change})
        again = answered(asked)
        patch.setattr(planning, "KEPT", KeptResults(8))

        assert answered({**asked, **change}) == changed
    assert first == again
    assert changed.totals != first.totals
