"""Savings plans that commit dollars an hour."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.focus.quote import service_forecast
from pricing.tco.answer import TcoAnswer
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from tests import questions

AWS = {"provider": "aws", "region": "us-east-1"}
USD_PER_REPLICA_HOUR = 8 * 4.3
BASE = {"option": "savings_plan_1y", "usd_per_device_hour": 4.3, **AWS}
PLAN = {
    "base": BASE,
    "burst": {"option": "on_demand", **AWS},
}
SHARED = {"catalog": "2026-10-31", "price_change_per_year_fraction": 0.0}


def query(**changes: Any) -> TcoQuery:
    return questions.tco({**SHARED, "purchase": {**PLAN, **changes}})


def asked(library: Library, **changes: Any) -> TcoAnswer:
    return tco(query(**changes), library)


def test_dollars_pay_for_parts_of_replicas(library: Library) -> None:
    two, three = (asked(library, base_replicas=count).totals.usd_total for count in (2, 3))
    part = asked(library, base_usd_per_hour=2.25 * USD_PER_REPLICA_HOUR)
    whole = asked(library, base_usd_per_hour=2.0 * USD_PER_REPLICA_HOUR)
    (term,) = part.purchase.commitments

    assert whole.totals.usd_total == pytest.approx(two)
    assert part.totals.usd_total == pytest.approx(0.75 * two + 0.25 * three)
    assert term.usd_per_hour == pytest.approx(2.25 * USD_PER_REPLICA_HOUR)
    assert term.usd == pytest.approx(term.usd_per_hour * 8760)
    assert term.replicas == 2


def test_dollars_that_an_hour_does_not_use_are_lost(library: Library) -> None:
    answer = asked(library, base_usd_per_hour=100.0 * USD_PER_REPLICA_HOUR)
    items = answer.totals.line_items_usd
    charges = service_forecast(query(base_usd_per_hour=100.0 * USD_PER_REPLICA_HOUR), library)
    paid = 100.0 * USD_PER_REPLICA_HOUR * 8760

    assert items["compute_base"] + items["commitment_unused"] == pytest.approx(paid)
    assert answer.purchase.commitment_utilization_fraction == pytest.approx(
        items["compute_base"] / paid, abs=1e-6
    )
    assert charges["EffectiveCost"].sum() == pytest.approx(answer.totals.usd_total, abs=1e-3)


@pytest.mark.parametrize(
    "changes",
    [
        {"base_replicas": 2},
        {"base": {"option": "reserved_1y", **AWS}},
        {"base": None, "burst": None, "option": "on_demand"},
        {"base": None, "burst": None, "plan": "optimal"},
    ],
    ids=["replicas too", "no savings plan", "no base", "optimal"],
)
def test_dollars_that_commit_nothing_are_refused(changes: dict[str, Any], library: Library) -> None:
    with pytest.raises(InvalidQuery) as refusal:
        asked(library, base_usd_per_hour=50.0, **changes)

    assert refusal.value.field in {"purchase.base_usd_per_hour", "purchase.base"}


def test_dollars_by_month_begin_terms_where_they_rise(library: Library) -> None:
    """A rise begins a term of its own. A fall ends none."""
    by_month = [1.0] * 3 + [2.5] * 5 + [0.0] * 4 + [2.0] * 6
    usd = [one * USD_PER_REPLICA_HOUR for one in by_month]
    changes = {"horizon_months": 18, "purchase": {**PLAN, "base_usd_per_hour_by_month": usd}}
    answer = tco(questions.tco({**SHARED, **changes}), library)
    months = [month.month for month in answer.months]
    terms = [
        (months.index(one.from_month), round(one.usd_per_hour / USD_PER_REPLICA_HOUR, 9))
        for one in answer.purchase.commitments
    ]
    charges = service_forecast(questions.tco({**SHARED, **changes}), library)

    assert terms == [(0, 1.0), (3, 1.5), (12, 0.5), (15, 1.5)]
    assert charges["EffectiveCost"].sum() == pytest.approx(answer.totals.usd_total, abs=1e-3)


def test_the_same_dollars_in_every_month_are_one_number(library: Library) -> None:
    usd = 2.25 * USD_PER_REPLICA_HOUR
    one, each = (
        asked(library, **sizes)
        for sizes in (
            {"base_usd_per_hour": usd},
            {"base_usd_per_hour_by_month": [usd] * 12},
        )
    )

    assert each.months == one.months
    assert each.purchase == one.purchase


@pytest.mark.parametrize(
    ("upfront", "provider", "is_passed"),
    [("none", "aws", True), ("all", "aws", False), ("none", "gcp", False)],
)
def test_dollars_pass_on_to_the_next_devices(
    upfront: str, provider: str, *, is_passed: bool, library: Library
) -> None:
    """At the same provider, and where nothing was paid upfront."""
    usd = 2.0 * USD_PER_REPLICA_HOUR
    later = {"option": "savings_plan_1y", "usd_per_device_hour": 5.0, "provider": provider}
    changes = {
        "horizon_months": 12,
        "purchase": {
            **PLAN,
            "base": {**BASE, "upfront": upfront},
            "base_usd_per_hour": usd,
        },
        "generations": [
            {
                "date": "2027-01-01",
                "deployment": {"device": "h200-sxm-141gb", "device_count": 8, "precision": "fp8"},
                "purchase": {"base": later, "base_usd_per_hour": usd},
            }
        ],
    }
    answer = tco(questions.tco({**SHARED, **changes}), library)
    first, second = answer.purchase.commitments
    charges = service_forecast(questions.tco({**SHARED, **changes}), library)

    assert charges["EffectiveCost"].sum() == pytest.approx(answer.totals.usd_total, abs=1e-3)
    if is_passed:
        assert (first.months, second.months) == (5, 7)
        assert first.usd_beyond_horizon == second.usd_beyond_horizon == 0.0
        assert first.usd + second.usd == pytest.approx(8760 * usd)
        assert second.usd_per_device_hour == 5.0
        assert second.usd_per_hour == pytest.approx(usd)
    else:
        assert (first.months, second.months) == (12, 12)
        assert first.usd_beyond_horizon > 0.0
