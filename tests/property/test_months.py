"""The laws of a service's months: they add up, and no plan is better than the best."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from itertools import product
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.catalog.library import Library
from pricing.fleet.purchases.base_plan import (
    Offer,
    PiecewiseLinear,
    best_commitments,
    committed_usd,
)
from pricing.tco.answer import Sums, TcoAnswer
from pricing.tco.quote import tco
from tests import questions
from tests.property.laws import law
from tests.property.services import ASKED

MONEY = ("usd_total", "usd_paid", "usd_discounted")


def printed(usd: float) -> Decimal:
    """The digits that a reader adds."""
    return Decimal(msgspec.json.encode(usd).decode())


def added(amounts: Iterable[float]) -> Decimal:
    return sum(map(printed, amounts), Decimal(0))


def asked(changes: Mapping[str, Any], library: Library) -> TcoAnswer:
    return tco(questions.tco({k: v for k, v in changes.items() if v is not None}), library)


def item_sums(parts: Iterable[Sums]) -> dict[str, Decimal]:
    listed = list(parts)
    names = {name for part in listed for name in part.line_items_usd}
    return {name: added(part.line_items_usd.get(name, 0.0) for part in listed) for name in names}


@law
@given(changes=st.fixed_dictionaries(ASKED))
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
    assert printed(totals.usd_paid) == printed(totals.usd_total)
    for other in answer.alternatives:
        assert added(month.usd_total for month in other.months) == printed(other.usd_total)


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
def test_optimal_base_agrees_with_a_search_over_all_bases(
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
    assert best.totals.usd_total == pytest.approx(min(tried), abs=rounding)


@law
@given(
    weights=st.lists(
        st.lists(st.floats(0.0, 100.0), min_size=4, max_size=4), min_size=26, max_size=26
    ),
    prices=st.tuples(st.floats(0.1, 1.0), st.floats(0.1, 1.0)),
)
def test_commitments_are_the_cheapest_sequence_of_terms(
    weights: list[list[float]], prices: tuple[float, float]
) -> None:
    months, hours = len(weights), np.full(len(weights) + 36, 100.0)
    needs = np.array([0.0, 1.0, 2.0, 3.0])
    costs = PiecewiseLinear(needs, np.array(weights))
    offers = [
        Offer(option, term, np.full(months, usd))
        for (option, term), usd in zip((("a", 12), ("b", 36)), prices, strict=True)
    ]

    def beyond(base: int, begin: int, end: int) -> float:
        return float((costs.weights[begin:end] * np.maximum(needs - base, 0.0)).sum())

    def cheapest(begin: int) -> float:
        """By trying every offer at every size, and waiting a year, from month to month."""
        if begin >= months:
            return 0.0
        waiting = beyond(0, begin, begin + 12) + cheapest(begin + 12)
        return min(
            waiting,
            *(
                replicas * committed_usd(offer, hours, begin)
                + beyond(replicas, begin, begin + offer.months)
                + cheapest(begin + offer.months)
                for offer, replicas in product(offers, range(4))
            ),
        )

    found = best_commitments(costs, offers, hours, months=months)
    base, usd = [0] * months, 0.0
    for commitment in found:
        offer = commitment.offer
        usd += commitment.replicas * committed_usd(offer, hours, commitment.first)
        for month in range(commitment.first, min(commitment.first + offer.months, months)):
            base[month] = commitment.replicas
    usd += sum(beyond(replicas, month, month + 1) for month, replicas in enumerate(base))

    assert usd == pytest.approx(cheapest(0))


@law
@given(changes=st.fixed_dictionaries({**LOAD_CURVES, "horizon_months": st.integers(1, 48)}))
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
