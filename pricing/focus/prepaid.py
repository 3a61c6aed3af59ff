"""Charges of terms that are paid upfront: the payment, and what it costs in capital."""

from collections.abc import Iterator, Mapping, Sequence

from pricing.fleet.arrays import Columns
from pricing.fleet.purchases.assets import column_of
from pricing.focus.charge import Charge, Commitment, Covered, Resource, Sku
from pricing.focus.period import Period
from pricing.focus.skus import CAPITAL, own_sku
from pricing.numerics.apportion import apportioned
from pricing.units import UNITS_PER_USD

COST_OF_CAPITAL = "cost_of_capital"
OWNED_CAPITAL = column_of(COST_OF_CAPITAL)


def payment(
    commitment: Commitment, sku: Sku, units: int, quantity: float, period: Period
) -> Charge:
    """What is paid when a term begins, for all of it; quantity: in units of the SKU."""
    usd = units / UNITS_PER_USD / quantity
    return period.charge(
        "commitment",
        f"Upfront fee of {commitment.name}",
        sku,
        quantity=quantity,
        list_usd=usd,
        contracted_usd=usd,
        billed=units,
        effective=0,
        category="Purchase",
        frequency="One-Time",
        resource=Resource(commitment.id, "Commitment"),
        covered=Covered(commitment, None, units / UNITS_PER_USD if commitment.spend else quantity),
    )


def capital_shares(of: Columns, units: int, month: int) -> tuple[int, int]:
    """The cost of capital of a month: that of payments upfront, and that of owned devices."""
    weights = [float(of["committed_capital_usd"][month]), float(of[OWNED_CAPITAL][month])]
    early, owned = apportioned(units, weights) if units else (0, 0)
    return early, owned


def capital_charges(
    of: Columns, units: Mapping[str, Sequence[int]], periods: Sequence[Period]
) -> Iterator[Charge]:
    """What payments upfront cost in capital, which nobody is paid."""
    sku = own_sku(COST_OF_CAPITAL, CAPITAL, "Months")
    for month, (every, period) in enumerate(
        zip(units.get(COST_OF_CAPITAL, ()), periods, strict=False)
    ):
        amount, _ = capital_shares(of, every, month)
        if amount:
            usd = amount / UNITS_PER_USD / period.fraction
            yield period.charge(
                COST_OF_CAPITAL,
                sku.meter,
                sku,
                quantity=period.fraction,
                list_usd=usd,
                contracted_usd=usd,
                billed=0,
                effective=amount,
                pricing="Other",
            )
