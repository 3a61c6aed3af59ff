"""Traffic: months, weekends and the shape of a day."""

from datetime import date
from math import ceil, isfinite
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.fleet.calendar import calendar, first_day
from pricing.fleet.query import Traffic
from pricing.fleet.traffic import monthly_load, raised_cosine, week_of
from pricing.quote.context import QuoteContext
from pricing.tco.quote import tco
from tests import questions


def by_month(library: Library, months: int, **traffic: Any) -> tuple[float, ...]:
    context = QuoteContext.open(library, catalog=None, as_of=None)
    return tuple(monthly_load(context, Traffic(**traffic), months).requests_per_day.tolist())


def test_growth_compounds(library: Library) -> None:
    found = by_month(library, 3, requests_per_day=100.0, growth_per_month_fraction=0.5)

    assert found == pytest.approx((100.0, 150.0, 225.0))


def test_growth_may_be_linear_and_below_zero(library: Library) -> None:
    found = by_month(
        library, 3, requests_per_day=100.0, growth_per_month_fraction=-0.5, growth="linear"
    )

    assert found == pytest.approx((100.0, 50.0, 0.0))


def test_a_list_of_monthly_loads_is_used_unchanged(library: Library) -> None:
    assert by_month(library, 2, requests_per_day_by_month=(5.0, 0.0)) == (5.0, 0.0)


def test_a_vanishing_load_becomes_zero(library: Library) -> None:
    changes = {"horizon_months": 240, "traffic.growth_per_month_fraction": -0.99}
    costs = [month.usd_per_million_tokens for month in tco(questions.tco(changes), library).months]

    assert costs[0] is not None
    assert costs[-1] is None
    assert all(isfinite(cost) for cost in costs if cost is not None)


@pytest.mark.parametrize("ratio", [1.0, 1.7, 2.8, 12.0, 24.0])
def test_a_day_has_the_given_peak(ratio: float) -> None:
    day = raised_cosine(ratio)

    assert max(day) * 24 / sum(day) == pytest.approx(ratio, rel=1e-3)


def test_a_week_spreads_the_mean_over_its_days() -> None:
    week = week_of((1.0,) * 12 + (3.0,) * 12, 0.5)
    hours = 5 * week.weekday_hours + 2 * week.weekend_day_hours

    assert (week.weights * hours).sum() == pytest.approx(7 * 24)
    assert week.weekend_ratio == pytest.approx(week.weekday_ratio / 2)
    assert week.peak_ratio == pytest.approx(1.5 * week.weekday_ratio)


def test_months_are_those_of_the_calendar() -> None:
    january, february = calendar(date(2027, 1, 31), 2).spans

    assert (january.label, january.hours) == ("2027-01", 24.0)
    assert (january.weekday_count, january.weekend_day_count) == (0, 1)
    assert (february.weekday_count, february.weekend_day_count) == (20, 8)
    assert [january.fraction, february.fraction] == [1.0 / 31.0, 1.0]


def test_a_service_starts_with_the_first_month_after_the_day_of_the_prices() -> None:
    assert first_day(None, "2026-07-31") == date(2026, 8, 1)
    assert first_day(None, "2026-07-01") == date(2026, 7, 1)
    assert first_day("2026-07", "2026-07-31") == date(2026, 7, 1)


def test_requests_of_a_month_count_its_weekends(library: Library) -> None:
    changes = {"traffic.weekend_ratio": 0.0, "horizon_months": 1, "start": "2026-08-01"}
    answer = tco(questions.tco(changes), library)

    assert answer.totals.requests == pytest.approx(5e6 * 7 / 5 * 21)  # August 2026 has 21 weekdays


def test_replicas_that_are_off_at_the_weekend_start_on_monday(library: Library) -> None:
    changes = {
        "traffic": {"requests_per_day": 1e7, "weekend_ratio": 0.1, "peak_to_average_ratio": 1.0},
        "capacity.scaling": "autoscaled",
        "horizon_months": 12,
    }
    answer = tco(questions.tco(changes), library)
    replica = answer.replicas[0]
    weekday = 1e7 / 86_400 * 7 / 5.2
    busy, idle = (
        ceil(rate / (0.7 * replica.requests_per_second)) for rate in (weekday, weekday / 10)
    )

    mondays = 52  # a fifth of 260 weekdays
    assert answer.totals.line_items_usd["startup"] == pytest.approx(
        mondays * (busy - idle) * 300 / 3600 * 8 * replica.usd_per_device_hour
    )
