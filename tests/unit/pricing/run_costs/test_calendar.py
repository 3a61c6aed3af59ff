"""The calendar of a run: accruals by month, and when what is paid for."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import Infeasible
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.calendar.answer import RunCash
from pricing.run_costs.quote import run_costs
from tests import questions


def answered(library: Library, purchase: dict[str, Any], **changes: Any) -> RunOption:
    asked = {"purchases": [purchase], "schedule": {"start": "2026-08-15"}, "tokens": 3e12}
    (option,) = run_costs(questions.run_cost(asked | changes), library).options
    return option


def cash_of(option: RunOption) -> RunCash:
    assert option.cash is not None
    return option.cash


def test_a_run_by_the_hour_is_charged_and_paid_by_its_hours(library: Library) -> None:
    """From August 15 on, the first month has 17 days: 408 hours of all.

    Its invoice is due in September, and that of the rest in October. At 8% a year the present value
    is c₀ / 1.08^(1/12) + c₁ / 1.08^((1 + 17/31) / 12), as September begins 17 days of 31 later.
    """
    option = answered(
        library,
        {"option": "on_demand", "provider": "aws"},
        payments={"invoice_delay_months": 1, "tax_fraction": 0.19},
        discount_rate_fraction=0.08,
    )
    cash, mean = cash_of(option), option.usd.mean
    first = mean * 408.0 / option.wall_clock_hours
    months = {month.month: month for month in cash.months}

    assert list(months) == ["2026-08", "2026-09", "2026-10"]
    assert months["2026-08"].usd_total == pytest.approx(first, abs=2.0)  # egress is at the end
    assert [month.usd_paid for month in cash.months] == [
        0.0,
        months["2026-08"].usd_total,
        months["2026-09"].usd_total,
    ]
    assert cash.usd_paid == cash.usd_total == pytest.approx(mean, abs=1e-4)
    assert cash.taxes_usd == pytest.approx(0.19 * mean, abs=1e-3)
    late = 1.08 ** (-1.0 / 12.0)
    worth = late * (months["2026-08"].usd_total + months["2026-09"].usd_total * late ** (17 / 31))
    assert cash.usd_discounted == pytest.approx(worth, abs=1e-3)


def test_what_is_paid_upfront_is_paid_when_the_run_begins(library: Library) -> None:
    """Half of the price of a term, and the other half by month to the end of the term."""
    option = answered(library, {"option": "reserved_1y", "provider": "aws", "upfront": "partial"})
    cash, terms = cash_of(option), option.commitment
    assert terms is not None
    capital = sum(item.usd for item in option.line_items if item.name == "cost_of_capital")

    assert cash.months[0].upfront_usd == pytest.approx(terms.upfront_usd, rel=1e-6)
    assert cash.usd_paid == pytest.approx(option.usd.mean - capital, abs=1e-3)
    assert cash.months[-1].month == "2027-08"
    assert cash.months[-1].usd_cumulative == cash.usd_paid
    assert cash.usd_discounted is None


def test_a_run_without_a_date_has_no_calendar(library: Library) -> None:
    query = questions.run_cost({"purchases": [{"option": "on_demand"}]})

    assert run_costs(query, library).options[0].cash is None


def test_a_run_of_many_centuries_has_no_calendar(library: Library) -> None:
    with pytest.raises(Infeasible, match="years, and its months are told for 100"):
        answered(library, {"option": "on_demand", "provider": "aws"}, tokens=1e18)
