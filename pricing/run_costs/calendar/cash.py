"""The calendar of a run, as an answer has it."""

from collections.abc import Sequence
from datetime import date

import numpy as np
from msgspec.structs import replace

from pricing.formulas.capital import change_ratio
from pricing.purchasing.contracts.settlement import Settled
from pricing.purchasing.query import PaymentTerms
from pricing.quote.context import QuoteContext
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.calendar.answer import RunCash, RunCashMonth
from pricing.run_costs.calendar.contracts import settled_of, under_contracts, units_of
from pricing.run_costs.calendar.months import begins_of, labels_from
from pricing.run_costs.calendar.payments import payments_of
from pricing.run_costs.query import RunCostQuery
from pricing.units import UNITS_PER_USD

DIGITS = 4
"""Digits of an amount after the point."""


def run_cash(
    option: RunOption,
    start: str,
    terms: PaymentTerms,
    rate: float | None,
    contracts: Sequence[Settled] = (),
) -> RunCash:
    """The months of a run under an option from a day on; rate: of its discount, if any."""
    day, late = date.fromisoformat(start), terms.invoice_delay_months
    payments = payments_of(option, day)
    if contracts:
        payments = payments.under(*units_of(contracts))
    months = len(payments.upfront)
    none = np.zeros(late, np.int64)
    upfront = np.concatenate([payments.upfront, none])
    invoices = np.concatenate([none, payments.invoices])
    paid = upfront + invoices
    taxes = np.round(terms.tax_fraction * paid / UNITS_PER_USD, DIGITS)
    items = {name: np.concatenate([units, none]) for name, units in payments.items.items()}
    worth = None
    if rate is not None:
        begins = np.array(begins_of(day, months))
        due = 1.0 / change_ratio(change_per_year=rate, months=begins)
        late_ratio = 1.0 / change_ratio(change_per_year=rate, months=float(late))
        worth = float(payments.upfront @ due + payments.invoices @ due * late_ratio)
    return RunCash(
        start=start,
        usd_total=sum(int(units.sum()) for units in items.values()) / UNITS_PER_USD,
        usd_paid=int(paid.sum()) / UNITS_PER_USD,
        taxes_usd=round(float(taxes.sum()), DIGITS),
        discount_rate_fraction=rate,
        usd_discounted=None if worth is None else round(worth) / UNITS_PER_USD,
        months=tuple(
            RunCashMonth(
                month=label,
                line_items_usd={
                    name: int(units[at]) / UNITS_PER_USD for name, units in items.items()
                },
                usd_total=sum(int(units[at]) for units in items.values()) / UNITS_PER_USD,
                upfront_usd=int(upfront[at]) / UNITS_PER_USD,
                invoices_usd=int(invoices[at]) / UNITS_PER_USD,
                usd_paid=int(paid[at]) / UNITS_PER_USD,
                usd_cumulative=int(paid[: at + 1].sum()) / UNITS_PER_USD,
                taxes_usd=float(taxes[at]),
            )
            for at, label in enumerate(labels_from(day, months + late))
        ),
    )


def dated(context: QuoteContext, query: RunCostQuery, option: RunOption) -> RunOption:
    """An option with its contracts, and its calendar where the query asks for when it is paid."""
    start = query.schedule and query.schedule.start
    asks = start or query.contracts or query.payments is not None
    if not asks and query.discount_rate_fraction is None:
        return option
    contracts: tuple[Settled, ...] = ()
    start = start or context.as_of
    day = date.fromisoformat(start)
    if query.contracts:
        payments = payments_of(option, day)
        labels = labels_from(day, len(payments.upfront))
        contracts = settled_of(context, query.contracts, option, payments, labels)
        option = under_contracts(option, contracts, labels)
    terms, rate = query.payments or PaymentTerms(), query.discount_rate_fraction
    return replace(option, cash=run_cash(option, start, terms, rate, contracts))
