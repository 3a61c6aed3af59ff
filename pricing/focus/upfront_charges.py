"""Charges of terms that are paid upfront: the payment, and what it costs in capital."""

from collections.abc import Iterator

from pricing.fleet.arrays import Columns
from pricing.fleet.purchases.assets import column_of
from pricing.focus.charge import Charge, Commitment, Sku
from pricing.focus.period import BilledMonths, Period
from pricing.focus.skus import CAPITAL, own_sku
from pricing.numerics.apportion import apportioned

COST_OF_CAPITAL = "cost_of_capital"
OWNED_CAPITAL = column_of(COST_OF_CAPITAL)


def payment(
    commitment: Commitment, sku: Sku, units: int, quantity: float, period: Period
) -> Charge:
    """What is paid when a term begins, for all of it; quantity: in units of the SKU."""
    return period.charge(
        "commitment",
        f"Upfront fee of {commitment.name}",
        sku,
        units=units,
        quantity=quantity,
        effective=0,
        category="Purchase",
        frequency="One-Time",
        resource=commitment.resource,
        covered=commitment.covers(None, quantity, units),
    )


def capital_shares(of: Columns, units: int, month: int) -> tuple[int, int]:
    """The cost of capital of a month: that of payments upfront, and that of owned devices."""
    weights = [float(of["committed_capital_usd"][month]), float(of[OWNED_CAPITAL][month])]
    early, owned = apportioned(units, weights) if units else (0, 0)
    return early, owned


def capital_charges(months: BilledMonths) -> Iterator[Charge]:
    """What payments upfront cost in capital, which nobody is paid."""
    sku = own_sku(COST_OF_CAPITAL, CAPITAL, "Months")
    for month, every in enumerate(months.units.get(COST_OF_CAPITAL, ())):
        amount, _ = capital_shares(months.of, every, month)
        if amount:
            period = months.periods[month]
            yield period.charge(
                COST_OF_CAPITAL,
                sku.meter,
                sku,
                units=amount,
                quantity=period.fraction,
                billed=0,
                pricing="Other",
            )
