"""The calendar of payments, and the returns of a deployment beside an alternative."""

from collections.abc import Sequence

import numpy as np

from pricing.fleet.calendar import Span
from pricing.fleet.projection import Projection
from pricing.formulas.capital import loan_balance_usd
from pricing.numerics.number import Array
from pricing.tco.payments.answer import Cash, CashMonth, Returns
from pricing.tco.payments.flows import Flows, labels_of
from pricing.tco.payments.returns import internal_rate_of_return

LEAST_INTEREST = 1e-9
"""Interest per year below which a loan is repaid in equal parts."""

CENTS = 4
"""Digits of an amount after the point, as in months."""


def cash_of(
    projection: Projection, flows: Flows, spans: Sequence[Span], *, rate: float, tax_fraction: float
) -> Cash:
    """The calendar of a service; rate: at which it is discounted; tax_fraction: on top."""
    late = np.zeros(flows.late_months)
    invoices = np.concatenate([late, flows.invoices])
    loans, balance_usd = _loans(projection)
    taxed = np.concatenate([flows.purchases + flows.upfront, late]) + invoices
    columns = {
        "purchases_usd": np.concatenate([flows.purchases, late]),
        "upfront_usd": np.concatenate([flows.upfront, late]),
        "returned_usd": np.concatenate([flows.returned, late]),
        "invoices_usd": invoices,
        "staff_usd": np.concatenate([flows.staff, late]),
        "training_usd": np.concatenate([flows.training, late]),
        "usd_paid": flows.paid,
        "usd_cumulative": flows.paid.cumsum(),
        "taxes_usd": np.diff(np.round(tax_fraction * taxed.cumsum(), CENTS), prepend=0.0),
        "loan_usd": np.concatenate([loans, late]),
    }
    rounded = {name: np.round(column, CENTS).tolist() for name, column in columns.items()}
    capex_usd, returned_usd = float(flows.purchases.sum()), float(flows.returned.sum())
    paid_usd = float(flows.paid.sum())
    return Cash(
        capex_usd=round(capex_usd, CENTS),
        opex_usd=round(paid_usd - capex_usd + returned_usd, CENTS),
        returned_usd=round(returned_usd, CENTS),
        usd_paid=round(paid_usd, CENTS),
        taxes_usd=round(float(columns["taxes_usd"].sum()), CENTS),
        discount_rate_fraction=rate,
        loan_balance_usd=round(balance_usd, CENTS),
        months=tuple(
            CashMonth(month=label, **{name: column[at] for name, column in rounded.items()})
            for at, label in enumerate(labels_of(spans, flows.late_months))
        ),
    )


def returns_of(own: Flows, other: Flows, spans: Sequence[Span], *, npv_usd: float) -> Returns:
    """What the payments of a deployment earn beside those of an alternative.

    npv_usd: of the alternative less the deployment.
    """
    times, usd = own.dated(spans)
    other_times, other_usd = other.dated(spans)
    rate, reason = internal_rate_of_return(
        usd=np.concatenate([other_usd, -usd]), months=np.concatenate([other_times, times])
    )
    dearer = np.flatnonzero(np.round((own.paid - other.paid).cumsum(), CENTS) > 0.0)
    labels = labels_of(spans, own.late_months)
    from_month = int(dearer[-1]) + 1 if len(dearer) else 0
    return Returns(
        npv_usd=npv_usd,
        irr_fraction=rate,
        irr_reason=reason,
        payback_month=labels[from_month] if from_month < len(labels) else None,
    )


def _loans(projection: Projection) -> tuple[Array, float]:
    """Payments of loans less what they pay out, by month, and what is owed at the end [USD]."""
    months = len(projection.months["hours"])
    paid, balance_usd = np.zeros(months), 0.0
    for stage, holdings in zip(projection.service.stages, projection.holdings, strict=True):
        asset = stage.sourcing.asset
        financing = asset.terms.financing if asset else None
        if asset is None or financing is None or holdings.ownership is None:
            continue
        term = financing.term_months or asset.terms.own_months
        for lot in holdings.ownership.acquisitions:
            ages = np.minimum(np.arange(float(months - lot.bought + 1)), term)
            owed = _owed(lot.usd * financing.debt_fraction, financing.interest_fraction, term, ages)
            interest = owed[:-1] * financing.interest_fraction / 12.0
            # A payment is due when a month with the loan is over.
            paid[lot.bought :] += owed[:-1] - owed[1:] + interest
            paid[lot.bought] -= owed[0]
            balance_usd += float(owed[-1])
    return paid, balance_usd


def _owed(principal_usd: float, interest: float, term: int, ages: Array) -> Array:
    if interest < LEAST_INTEREST:
        return principal_usd * (1.0 - ages / term)
    return np.asarray(
        loan_balance_usd(
            principal_usd=principal_usd,
            interest_fraction=interest,
            term_months=float(term),
            months=ages,
        )
    )
