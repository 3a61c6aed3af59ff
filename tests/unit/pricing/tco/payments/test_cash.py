"""The calendar of payments, and returns beside an alternative."""

from typing import Any

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.tco.answer import TcoAnswer
from pricing.tco.payments.returns import internal_rate_of_return
from pricing.tco.quote import tco
from tests import questions

OWNED: dict[str, Any] = {
    "option": "owned",
    "ownership": {
        "purchase_usd": 30_000.0,
        "life_years": 2.0,
        "residual_fraction": 0.1,
        "cost_of_capital_fraction": 0.08,
    },
}
API = {"usd_per_million_input_tokens": 2.0, "usd_per_million_output_tokens": 2.0}


def asked(library: Library, changes: dict[str, Any]) -> TcoAnswer:
    return tco(questions.tco({"purchase": OWNED, **changes}), library)


def test_calendar_holds_every_payment_once(library: Library) -> None:
    answer = asked(library, {"overheads.staff_usd_per_month": 9_000.0, "training_usd": 5e5})
    cash, count = answer.cash, answer.purchase.holdings[0].device_count

    assert cash.months[0].purchases_usd == count * 30_000.0
    assert cash.capex_usd == pytest.approx(sum(lot.usd for lot in answer.purchase.holdings))
    assert [month.usd_paid for month in cash.months] == pytest.approx(
        [month.usd_paid for month in answer.months], abs=0.01
    )
    assert cash.capex_usd + cash.opex_usd - cash.returned_usd == pytest.approx(
        answer.totals.usd_paid, abs=0.01
    )
    assert cash.discount_rate_fraction == 0.08


def test_invoices_in_arrears_are_paid_after_the_horizon_and_worth_less(library: Library) -> None:
    rented = {"purchase": {"option": "on_demand", "provider": "aws"}, "discount_rate_fraction": 1.0}
    at_once, late = (
        asked(library, {**rented, "payments": {"invoice_delay_months": months}})
        for months in (0, 2)
    )

    assert [month.month for month in late.cash.months][-2:] == ["2027-08", "2027-09"]
    assert [month.usd_paid for month in late.cash.months[:2]] == [0.0, 0.0]
    assert late.cash.usd_paid == pytest.approx(at_once.cash.usd_paid)
    assert late.totals.usd_total == at_once.totals.usd_total
    assert late.totals.usd_discounted == pytest.approx(
        at_once.totals.usd_discounted / 2.0 ** (2 / 12), rel=1e-9
    )


def test_tax_is_on_top_of_purchases_and_invoices(library: Library) -> None:
    staff = {"overheads.staff_usd_per_month": 9_000.0}
    plain, taxed = (
        asked(library, {**staff, "payments": {"tax_fraction": share}}) for share in (0.0, 0.2)
    )
    first = taxed.cash.months[0]

    assert taxed.totals == plain.totals
    assert first.taxes_usd == pytest.approx(0.2 * (first.purchases_usd + first.invoices_usd))


def test_loan_is_repaid_with_interest(library: Library) -> None:
    """Half of the price at 6%: a payment is L · 0.005 / (1 − 1.005^−24)."""
    financing = {"debt_fraction": 0.5, "interest_fraction": 0.06, "term_months": 24}
    terms = {**OWNED["ownership"], "financing": financing}
    answer = asked(library, {"purchase": {**OWNED, "ownership": terms}, "horizon_months": 24})
    lent = sum(lot.usd for lot in answer.purchase.holdings) / 2
    payment = lent * 0.005 / (1.0 - 1.005**-24)

    assert len(answer.purchase.holdings) == 1
    assert answer.cash.months[1].loan_usd == pytest.approx(payment)
    assert answer.cash.months[0].loan_usd == pytest.approx(payment - lent)
    assert answer.cash.loan_balance_usd == pytest.approx(0.0, abs=0.01)
    assert answer.cash.discount_rate_fraction == pytest.approx(0.5 * 0.06 + 0.5 * 0.08)


def test_net_present_value_is_zero_at_the_internal_rate(library: Library) -> None:
    (other,) = asked(library, {"alternative": API, "horizon_months": 24}).alternatives
    rate = other.returns.irr_fraction
    assert rate is not None
    changes = {"alternative": API, "horizon_months": 24, "discount_rate_fraction": min(rate, 1.0)}
    (again,) = asked(library, changes).alternatives

    assert other.returns.npv_usd == other.saving_discounted_usd
    if rate <= 1.0:
        assert again.returns.npv_usd == pytest.approx(0.0, abs=1.0)
    assert (again.returns.npv_usd >= -1.0) == (rate >= 1.0 or abs(again.returns.npv_usd) < 1.0)


@pytest.mark.parametrize(
    ("usd", "rate", "reason"),
    [
        ([-100.0, 60.0, 60.0], 0.13066, None),
        ([-100.0, 20.0], -0.8, None),
        ([-1.0, -2.0], None, "never change sides"),
        ([100.0, -110.0], None, "that of a loan"),
        ([-100.0, 230.0, -132.0], None, "several rates"),
        ([-100.0, 300.0, -20.0, 50.0], 1.98905, None),
    ],
)
def test_rate_is_found_or_its_absence_explained(
    usd: list[float], rate: float | None, reason: str | None
) -> None:
    months = np.asarray(12.0 * np.arange(len(usd)), np.float64)
    found, told = internal_rate_of_return(usd=np.array(usd), months=months)

    assert (found is None) == (rate is None)
    assert found is None or found == pytest.approx(rate, abs=1e-4)
    assert (told is None) if reason is None else reason in (told or "")
