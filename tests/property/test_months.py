"""The laws of a service's months: they add up, and no plan is better than the best."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from itertools import product
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.errors import Infeasible
from pricing.fleet.calendar import TermCalendar
from pricing.fleet.purchases.bounded_ladder import bounded_ladder
from pricing.fleet.purchases.burst_costs import BurstCosts
from pricing.fleet.purchases.commitments import Offer
from pricing.fleet.purchases.cover import Cover
from pricing.fleet.purchases.ladder import best_ladder
from pricing.fleet.purchases.trials import Bounds
from pricing.tco.answer import Sums, TcoAnswer
from pricing.tco.quote import tco
from tests import questions
from tests.property.laws import law
from tests.property.services import ASKED, CONTRACTED, CONTRACTS

MONEY = ("usd_total", "usd_paid", "usd_discounted")
CASH = ("purchases_usd", "upfront_usd", "invoices_usd", "staff_usd", "training_usd")


def printed(usd: float) -> Decimal:
    """The digits that a reader adds."""
    return Decimal(msgspec.json.encode(usd).decode())


def added(amounts: Iterable[float]) -> Decimal:
    return sum(map(printed, amounts), Decimal(0))


def asked(changes: Mapping[str, Any], library: Library) -> TcoAnswer:
    given = {name: value for name, value in changes.items() if value is not None}
    return tco(questions.tco(given), library)


def item_sums(parts: Iterable[Sums]) -> dict[str, Decimal]:
    listed = list(parts)
    names = {name for part in listed for name in part.line_items_usd}
    return {name: added(part.line_items_usd.get(name, 0.0) for part in listed) for name in names}


@law
@given(changes=st.fixed_dictionaries(CONTRACTED))
def test_items_add_up_to_months_and_months_to_totals(
    changes: dict[str, Any], library: Library
) -> None:
    answer = asked(changes, library)
    totals = answer.totals
    parts: tuple[Sums, ...] = (*answer.months, *answer.years, *answer.fiscal_years, totals)

    assert all(added(part.line_items_usd.values()) == printed(part.usd_total) for part in parts)
    for roll_up in (answer.months, answer.years, answer.fiscal_years):
        assert item_sums(roll_up) == item_sums([totals])
        assert [added(getattr(part, name) for part in roll_up) for name in MONEY] == [
            printed(getattr(totals, name)) for name in MONEY
        ]
    assert answer.months[-1].usd_cumulative == totals.usd_total == totals.usd_cumulative
    unpaid = totals.line_items_usd.get("cost_of_capital", 0.0)
    assert printed(totals.usd_paid) == printed(totals.usd_total) - printed(unpaid)
    for other in answer.alternatives:
        assert added(month.usd_total for month in other.months) == printed(other.usd_total)
    cash = answer.cash
    assert added(month.usd_paid for month in cash.months) == printed(cash.usd_paid)
    assert printed(cash.usd_paid) == printed(totals.usd_paid)
    assert added([cash.capex_usd, cash.opex_usd, -cash.returned_usd]) == printed(cash.usd_paid)
    assert added(month.taxes_usd for month in cash.months) == printed(cash.taxes_usd)
    for month in cash.months:
        assert added([*(getattr(month, part) for part in CASH), -month.returned_usd]) == printed(
            month.usd_paid
        )


@law
@given(changes=st.fixed_dictionaries(ASKED), more=st.floats(1.0, 3.0))
def test_more_requests_never_cost_less(
    changes: dict[str, Any], more: float, library: Library
) -> None:
    less = asked(changes, library)
    per_day = changes["traffic.requests_per_day"] * more
    greater = asked({**changes, "traffic.requests_per_day": per_day}, library)

    assert greater.totals.usd_total >= less.totals.usd_total - 0.01


LOAD_CURVES = {
    "traffic.requests_per_day": st.floats(1e5, 6e6),
    "traffic.growth_per_month_fraction": st.floats(-0.1, 0.1),
    "traffic.hourly_profile": st.lists(st.floats(0.0, 9.0), min_size=24, max_size=24).filter(any),
    "traffic.weekend_ratio": st.floats(0.1, 2.0),
    "capacity.scaling": st.sampled_from(["fixed", "autoscaled", "scale_to_zero"]),
    "horizon_months": st.integers(1, 12),
}


@law
@given(changes=st.fixed_dictionaries(LOAD_CURVES))
def test_optimal_costs_no_more_than_any_base_of_one_size(
    changes: dict[str, Any], library: Library
) -> None:
    best = asked({**changes, "purchase": {"plan": "optimal", "provider": "aws"}}, library)
    tried = [
        asked(
            {
                **changes,
                "purchase": {
                    "base": {"option": option, "provider": "aws"},
                    "base_replicas": replicas,
                },
            },
            library,
        ).totals.usd_total
        for option in ("reserved_1y", "reserved_3y")
        for replicas in range(best.capacity.peak_replicas + 2)
    ]

    rounding = 0.001 * len(best.months)
    assert best.totals.usd_total <= min(tried) + rounding


MOST = 2
"""Most replicas of a month whose plans are all tried."""


@law
@given(
    loads=st.lists(
        st.lists(st.floats(0.0, 100.0), min_size=MOST, max_size=MOST), min_size=1, max_size=12
    ),
    prices=st.tuples(st.floats(0.1, 1.0), st.floats(0.1, 1.0)),
    change=st.floats(0.9, 1.1),
    late_hours=st.sampled_from([0.0, 50.0]),
    least=st.sampled_from([0, 0, 1, MOST]),
)
def test_ladder_costs_as_much_as_the_best_of_all_plans(
    loads: list[list[float]],
    prices: tuple[float, float],
    change: float,
    late_hours: float,
    least: int,
) -> None:
    """Of terms of 3 and of 6 months, which stand for years, any number begun in every month.

    least: replicas that terms have to serve in every month, as beside spot.
    """
    months = len(loads)
    calendar = TermCalendar(months, np.full(months + 6, 100.0), late_hours)
    # A replica more never saves more than the one before it.
    levels = np.sort(np.array(loads), axis=1)[:, ::-1]
    beyond = np.concatenate([np.zeros((months, 1)), levels[:, ::-1].cumsum(axis=1)], axis=1)
    bases, none = np.arange(MOST + 1.0), np.zeros((months, MOST + 1))
    enough = np.full(months, float(least)) if least else None
    peaks = np.full(months, float(MOST))
    costs = BurstCosts(bases, beyond[:, ::-1], none, peaks, least=enough)
    offers = [
        Offer(name, term, np.asarray(usd * change ** np.arange(months)))
        for name, term, usd in zip(("a", "b"), (3, 6), prices, strict=True)
    ]
    term_usd = [
        (one.usd_per_replica_hour * calendar.term_hours(one.months)).tolist() for one in offers
    ]
    left_usd = costs.running_usd.tolist()
    ways = list(product(range(MOST + 1), repeat=2))

    @cache
    def cheapest(month: int, held: tuple[int, ...]) -> float:
        """By trying every number of terms of every length, month after month.

        held: covered by terms that began before, in this month and the next ones.
        """
        if month == months:
            return 0.0
        best = float("inf")
        for short, long in ways:
            serving = [
                min(before + short * (ahead < 3) + long, MOST) for ahead, before in enumerate(held)
            ]
            if serving[0] < least:
                continue
            usd = short * term_usd[0][month] + long * term_usd[1][month]
            usd += left_usd[month][serving[0]] + cheapest(month + 1, (*serving[1:], 0))
            best = min(best, usd)
        return best

    found = best_ladder(lambda *_: costs, offers, calendar)
    base = np.zeros(months, int)
    usd = 0.0
    for one in found.commitments:
        usd += one.replicas * term_usd["ab".index(one.offer.option)][one.first]
        base[one.first : one.first + one.offer.months] += one.replicas
    usd += sum(costs.running_usd[month, min(count, MOST)] for month, count in enumerate(base))

    assert usd == pytest.approx(cheapest(0, (0,) * 6))
    assert found.usd == pytest.approx(usd)
    assert found.bound_usd == pytest.approx(usd)
    starts: dict[int, Cover] = {}
    dearer = [replace(one, usd_per_replica_hour=2.0 * one.usd_per_replica_hour) for one in offers]
    for some in (dearer, offers):
        again = best_ladder(lambda *_: costs, some, calendar, starts=starts)
    assert [again.usd, again.bound_usd] == pytest.approx([usd, usd])


@law
@given(
    loads=st.lists(
        st.lists(st.floats(0.0, 100.0), min_size=MOST, max_size=MOST), min_size=2, max_size=3
    ),
    prices=st.tuples(st.floats(0.1, 1.0), st.floats(0.7, 1.0)),
    terms=st.sampled_from([(3, 3), (3, 6), (6, 3)]),
    upfront_share=st.none() | st.floats(0.0, 1.2),
    monthly_share=st.none() | st.floats(0.3, 1.2),
    fixed_usd=st.floats(0.0, 50.0),
    owes_later=st.sampled_from([True, True, False]),
)
def test_bounded_ladder_is_between_its_bound_and_the_best_of_all_plans(
    loads: list[list[float]],
    prices: tuple[float, float],
    terms: tuple[int, int],
    upfront_share: float | None,
    monthly_share: float | None,
    fixed_usd: float,
    *,
    owes_later: bool,
) -> None:
    """Every number of terms, one of them paid upfront, begun in every month.

    What terms cost after the months is owed later, or the last one is charged with it.
    """
    months = len(loads)
    hours = np.full(months + 6, 100.0)
    levels = np.sort(np.array(loads), axis=1)
    beyond = np.concatenate([np.zeros((months, 1)), levels.cumsum(axis=1)], axis=1)[:, ::-1]
    bases, none = np.arange(MOST + 1.0), np.zeros((months, MOST + 1))
    costs = BurstCosts(bases, beyond, none, np.full(months, float(MOST)))
    usd = (prices[0], prices[0] * prices[1])
    offers = [
        Offer(name, term, np.full(months, price), upfront_fraction=share)
        for name, term, price, share in zip("ab", terms, usd, (0.0, 1.0), strict=True)
    ]
    plans = np.array(list(product(range(MOST + 1), repeat=2 * months)))
    base = np.zeros((len(plans), months), int)
    bills, (upfront, later) = np.zeros((len(plans), months)), np.zeros((2, len(plans)))
    for at, (term, price) in enumerate(zip(terms, usd, strict=True)):
        for first in range(months):
            count, last = plans[:, at * months + first], min(first + term, months)
            base[:, first:last] += count[:, np.newaxis]
            bills[:, first:last] += count[:, np.newaxis] * price * 100.0
            later += count * price * 100.0 * (first + term - last)
            upfront += at * count * price * 100.0 * term
    bills += beyond[np.arange(months), np.minimum(base, MOST)]
    if not owes_later:
        bills[:, -1] += later
        later *= 0.0
    totals, dearest = bills.sum(axis=1) + later, bills.max(axis=1) + fixed_usd
    free = totals.argmin()
    most_upfront = None if upfront_share is None else upfront_share * float(upfront[free])
    most_monthly = None if monthly_share is None else monthly_share * float(dearest[free]) + 1e-6
    is_kept = np.ones(len(plans), bool)
    if most_upfront is not None:
        is_kept &= upfront <= most_upfront * (1.0 + 1e-9)
    if most_monthly is not None:
        is_kept &= dearest <= most_monthly
    bounds = Bounds(most_upfront, most_monthly, np.full(months, fixed_usd), owes_later)
    calendar = TermCalendar(months, hours)
    if not is_kept.any():
        with pytest.raises(Infeasible) as refusal:
            bounded_ladder(lambda *_: costs, offers, calendar, bounds)
        assert float(refusal.value.nearest[0]) >= dearest.min() * (1.0 - 1e-9)
        return
    found = bounded_ladder(lambda *_: costs, offers, calendar, bounds)
    best = totals[is_kept].min()
    begun = np.zeros(2 * months, int)
    for one in found.commitments:
        begun["ab".index(one.offer.option) * months + one.first] += int(one.replicas)
    chosen = (plans == begun).all(axis=1)
    assert is_kept[chosen].all()
    assert found.usd == pytest.approx(totals[chosen].item())
    assert best - 1e-6 <= found.usd
    assert found.bound_usd <= best + 1e-6


@law
@given(
    changes=st.fixed_dictionaries(
        {
            **LOAD_CURVES,
            "horizon_months": st.integers(1, 48),
            "contracts": st.sampled_from(CONTRACTS),
        }
    )
)
def test_optimal_never_costs_more_than_a_plan_it_may_choose(
    changes: dict[str, Any], library: Library
) -> None:
    best = asked({**changes, "purchase": {"plan": "optimal", "provider": "aws"}}, library)
    plans: list[dict[str, Any]] = [{"option": "on_demand", "provider": "aws"}]
    plans += [
        {"base": {"option": option, "provider": "aws"}, "base_replicas": replicas}
        for option in ("reserved_1y", "reserved_3y")
        for replicas in (1, best.capacity.peak_replicas)
    ]
    others = [asked({**changes, "purchase": plan}, library).totals.usd_total for plan in plans]

    assert best.totals.usd_total <= min(others) + 0.001 * len(best.months)
