"""Terms that are paid upfront, and plans that keep bounds."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import Infeasible, Refusal
from pricing.focus.quote import service_forecast
from pricing.formulas.capital import financing_usd_per_hour
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from tests import questions

AWS = {"provider": "aws", "region": "us-east-1"}
OPTIMAL = {"plan": "optimal", **AWS}
ALL = {**OPTIMAL, "upfronts": ["none", "partial", "all"]}
GROWING = {
    "horizon_months": 24,
    "traffic.growth_per_month_fraction": 0.05,
    "catalog": "2026-10-31",
}


def asked(library: Library, purchase: dict[str, Any], **changes: Any) -> TcoAnswer:
    return tco(questions.tco({**GROWING, "purchase": purchase, **changes}), library)


def dearest_of(answer: TcoAnswer) -> float:
    """The dearest month, without what is due after the horizon."""
    *months, last = (month.usd_total for month in answer.months)
    return max(*months, last - answer.purchase.usd_beyond_horizon)


def test_a_bound_of_months_does_not_shut_out_long_terms(library: Library) -> None:
    free = asked(library, OPTIMAL)
    later = free.purchase.usd_beyond_horizon
    last = free.months[-1].usd_total
    bounded = asked(library, {**OPTIMAL, "most_monthly_usd": dearest_of(free) + 1.0})

    assert "reserved_3y" in {term.option for term in free.purchase.commitments}
    assert later == pytest.approx(sum(one.usd_beyond_horizon for one in free.purchase.commitments))
    assert last > dearest_of(free) + 1.0
    assert bounded.totals == free.totals
    assert any(f"{later:,.0f} USD" in one for one in bounded.warnings if "most_monthly" in one)


@pytest.mark.parametrize("upfronts", [("none",), ("all",)])
def test_what_is_due_later_has_contracts_leases_and_capital(
    upfronts: tuple[str, ...], library: Library
) -> None:
    """A tenth off to the end of the contract in two more months, and a year that is cut."""
    contract = {"discount_fraction": 0.1, "minimum_usd": 9e7, "valid_from": "2027-08"}
    plan = {**OPTIMAL, "options": ["reserved_3y"], "upfronts": upfronts}
    whole = {"contracts": [{**contract, "period": "term", "valid_to": "2029-07"}]}
    answer = asked(library, plan, horizon_months=18, **whole)
    (use,) = answer.contracts
    rest = sum(one.usd_beyond_horizon for one in answer.purchase.commitments)
    capital = answer.totals.line_items_usd.get("cost_of_capital", 0.0)
    share = rest / sum(one.usd for one in answer.purchase.commitments)
    fees = sum(one.usd_per_hour for one in answer.purchase.commitments) * 24 * 365.25 / 12
    until = min(rest, 18 * fees)  # months of the contract after the horizon

    assert rest > 0.0
    assert answer.purchase.usd_beyond_horizon == pytest.approx(
        rest + share * capital - 0.1 * until + use.periods[-1].shortfall_usd, rel=1e-2
    )


def test_a_term_paid_upfront_is_paid_when_it_begins(library: Library) -> None:
    monthly = asked(library, {"option": "reserved_1y", **AWS}, horizon_months=12)
    answer = asked(library, {"option": "reserved_1y", "upfront": "all", **AWS}, horizon_months=12)
    (term,) = answer.purchase.commitments
    financing = financing_usd_per_hour(
        upfront_usd_per_hour=1.0, term_years=1.0, cost_of_capital_fraction=0.1
    )
    items = answer.totals.line_items_usd
    others = answer.totals.usd_total - items["cost_of_capital"]

    assert term.usd == pytest.approx(0.93 * monthly.purchase.commitments[0].usd)  # of the tables
    assert term.upfront_usd == pytest.approx(term.usd)
    assert items["cost_of_capital"] == pytest.approx(term.usd * financing, abs=0.01)
    assert answer.totals.usd_paid == pytest.approx(others, abs=0.01)
    assert answer.cash.months[0].upfront_usd == pytest.approx(term.usd)
    assert answer.months[0].usd_paid > term.usd > answer.months[1].usd_paid
    assert sum(month.usd_paid for month in answer.months) == pytest.approx(answer.totals.usd_paid)


@pytest.mark.parametrize("purchase", [ALL, {**ALL, "most_upfront_usd": 4e5}], ids=["any", "most"])
def test_charges_of_payments_upfront_add_up(purchase: dict[str, Any], library: Library) -> None:
    answer = asked(library, purchase, discount_rate_fraction=0.02)
    query = questions.tco({**GROWING, "purchase": purchase, "discount_rate_fraction": 0.02})
    charges = service_forecast(query, library)
    billed = charges.filter(charges["ChargeDescription"].str.starts_with("Upfront fee"))
    upfront = sum(term.upfront_usd for term in answer.purchase.commitments)

    covered = sum(term.coverage_fraction for term in answer.purchase.commitments)

    assert upfront > 0.0
    assert covered == pytest.approx(answer.purchase.coverage_fraction)
    assert charges["EffectiveCost"].sum() == pytest.approx(answer.totals.usd_total, abs=1e-3)
    assert charges["BilledCost"].sum() == pytest.approx(answer.totals.usd_paid, abs=1e-3)
    assert billed["BilledCost"].sum() == pytest.approx(upfront, abs=0.1)


def test_dear_capital_makes_the_best_plan_pay_later(library: Library) -> None:
    cheap, dear = (
        asked(library, ALL, discount_rate_fraction=rate, horizon_months=36) for rate in (0.0, 0.5)
    )

    assert {term.upfront for term in cheap.purchase.commitments} == {"all"}
    assert {term.upfront for term in dear.purchase.commitments} == {"none"}
    assert dear.totals.usd_total == asked(library, OPTIMAL, horizon_months=36).totals.usd_total


@pytest.mark.parametrize("coverage", [{}, {"most_coverage_fraction": 0.4}], ids=["any", "part"])
def test_bounds_are_kept_and_cost_something(coverage: dict[str, Any], library: Library) -> None:
    every = {**ALL, **coverage}
    free = asked(library, every, discount_rate_fraction=0.0)
    paid = sum(term.upfront_usd for term in free.purchase.commitments)
    dearest = dearest_of(free)
    bounded = asked(
        library,
        {**every, "most_upfront_usd": 0.5 * paid, "most_monthly_usd": 0.9 * dearest},
        discount_rate_fraction=0.0,
    )
    gap = bounded.purchase.optimality_gap_usd

    assert sum(term.upfront_usd for term in bounded.purchase.commitments) <= 0.5 * paid
    assert dearest_of(bounded) <= 0.9 * dearest
    assert gap is not None
    assert free.totals.usd_total - 0.1 <= bounded.totals.usd_total
    assert 0.0 <= gap <= 0.1 * bounded.totals.usd_total


def test_spot_that_needs_terms_upfront_is_left_out_where_nothing_may_be_paid(
    library: Library,
) -> None:
    """Spot asks terms to serve what may not be interrupted, and all of them are paid upfront."""
    plan = {**OPTIMAL, "upfronts": ["partial"], "most_upfront_usd": 0.0}
    answer, on_demand = (
        asked(library, one, horizon_months=6)
        for one in ({**plan, "most_spot_fraction": 0.3}, {"option": "on_demand", **AWS})
    )

    assert answer.purchase.spot is None
    assert answer.totals == on_demand.totals


def test_a_bound_that_no_plan_keeps_is_refused_with_one_that_a_plan_does(library: Library) -> None:
    with pytest.raises(Infeasible) as refusal:
        asked(library, {**OPTIMAL, "most_monthly_usd": 1e4})
    possible = float(refusal.value.nearest[0])
    kept = asked(library, {**OPTIMAL, "most_monthly_usd": possible})

    assert refusal.value.field == "purchase.most_monthly_usd"
    assert dearest_of(kept) <= possible


def test_months_keep_their_bound_after_contracts(library: Library) -> None:
    """A bound that no plan keeps before the discount, and one that needs less than the discount."""
    with pytest.raises(Infeasible) as refusal:
        asked(library, {**OPTIMAL, "most_monthly_usd": 1e4}, horizon_months=12)
    most_usd = 0.9 * float(refusal.value.nearest[0])
    plan = {**OPTIMAL, "most_monthly_usd": most_usd}
    with pytest.raises(Infeasible):
        asked(library, plan, horizon_months=12)
    contracts = [{"discount_fraction": 0.2}]
    kept = asked(library, plan, horizon_months=12, contracts=contracts)
    free = asked(library, OPTIMAL, horizon_months=12, contracts=contracts)

    assert dearest_of(kept) <= most_usd
    assert free.totals.usd_total <= kept.totals.usd_total + 0.01


@pytest.mark.parametrize(
    ("purchase", "field"),
    [
        ({"option": "on_demand", "upfront": "all"}, "purchase.upfront"),
        ({"option": "reserved_1y", "provider": "gcp", "upfront": "all"}, "purchase.upfront"),
        ({**OPTIMAL, "upfront": "all"}, "purchase.upfront"),
        ({"option": "on_demand", "upfronts": ["all"]}, "purchase.upfronts"),
        ({"option": "on_demand", "most_monthly_usd": 5.0}, "purchase.most_monthly_usd"),
        (
            {"base": {"option": "owned", "upfront": "all"}, "base_replicas": 1},
            "purchase.base.upfront",
        ),
        ({"upfront": "all", "base": {"option": "reserved_1y"}}, "purchase.upfront"),
    ],
    ids=["by the hour", "not sold", "optimal", "several", "bound", "owned", "beside a base"],
)
def test_payments_that_nobody_takes_are_refused(
    purchase: dict[str, Any], field: str, library: Library
) -> None:
    with pytest.raises(Refusal) as refusal:
        asked(library, purchase)

    assert refusal.value.field == field


def test_offers_of_the_caller_are_terms_of_the_best_plan(library: Library) -> None:
    offers = [
        {"option": "reserved_1y", "usd_per_device_hour": 2.5},
        {"option": "reserved_1y", "upfront": "all", "usd_per_device_hour": 2.0},
    ]
    best = asked(library, {**OPTIMAL, "offers": offers})

    assert {term.usd_per_device_hour for term in best.purchase.commitments} <= {2.0}
    for offer in offers:
        base = {**offer, "usd_per_device_hour": offer["usd_per_device_hour"]}
        plan = {"base": base, "burst": {"option": "on_demand", **AWS}, "base_replicas": 3}
        assert best.totals.usd_total <= asked(library, plan).totals.usd_total
