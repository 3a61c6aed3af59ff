"""Contracts over whole bills in the charges of a forecast: discounts and shortfalls."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from pricing.focus.charge import Charge
from pricing.focus.period import Period
from pricing.focus.skus import AGREEMENT, UNSPECIFIED, own_sku
from pricing.numerics.apportion import apportioned
from pricing.purchasing.contracts.settlement import DISCOUNT, SHORTFALL, Settled
from pricing.units import UNITS_PER_USD

OTHER_KINDS = {"storage": "storage", "network_egress": "egress"}
"""Kinds of spend of items that are no capacity."""


def contracted(
    charges: Sequence[Charge],
    contracts: Sequence[Settled],
    units: Sequence[int],
    first_days: Sequence[int],
) -> list[Charge]:
    """Charges after the discounts of contracts, which are in their contracted prices.

    units: what is taken off each month, in ten-thousandths of a dollar, below 0. The fee of a
    commitment is less by what the hours that it covers are. One that is paid upfront was paid
    before its discount, which is a credit of each month.
    """
    if not contracts:
        return list(charges)
    found, given_back = list(charges), []
    prepaid = {
        one.covered.commitment.id
        for one in charges
        if one.covered is not None and (one.category, one.frequency) == ("Purchase", "One-Time")
    }
    for month, day in enumerate(first_days):
        own = [at for at, one in enumerate(charges) if one.first_day == day and one.effective]
        weights = _weights([charges[at] for at in own], _rates(contracts, month), -units[month])
        off: Counter[str] = Counter()
        for at, cut in zip(own, apportioned(units[month], weights) if own else (), strict=True):
            one = charges[at]
            paid_by = one.covered.commitment.id if one.covered is not None else None
            if cut and paid_by in prepaid:
                given_back.append(_credit(one, cut))
                continue
            found[at] = _cut(one, cut)
            if paid_by is not None:
                off[paid_by] += cut
        for at, one in enumerate(charges):
            is_fee = one.first_day == day and one.category == "Purchase"
            if is_fee and one.covered is not None and one.billed:
                found[at] = _cut(one, off[one.covered.commitment.id])
    return [*found, *given_back]


def _credit(charge: Charge, units: int) -> Charge:
    """What is taken off a charge that is paid before, in ten-thousandths of a dollar below 0."""
    usd = -units / UNITS_PER_USD
    return replace(
        charge,
        item=DISCOUNT,
        description=f"Discount of contracts: {charge.description}",
        sku=own_sku(DISCOUNT, AGREEMENT, "Units", charge.sku.provider),
        quantity=-1.0,
        list_usd=usd,
        contracted_usd=usd,
        billed=units,
        effective=units,
        category="Credit",
        frequency="One-Time",
        pricing="Standard",
        covered=None,
        option=None,
        device_hours=0.0,
    )


def _weights(
    charges: Sequence[Charge], rates: Mapping[tuple[str, str | None], float], units: int
) -> list[float]:
    """What is taken off each charge; fees after the end of a contract have less of a discount."""
    off = [one.effective * _rate(rates, one) for one in charges]
    of_fees = sum(usd for usd, one in zip(off, charges, strict=True) if one.covered is not None)
    left = max(units - (sum(off) - of_fees), 0.0)
    ratio = left / of_fees if of_fees else 1.0
    return [
        usd if one.covered is None else usd * ratio for usd, one in zip(off, charges, strict=True)
    ]


def _rates(contracts: Sequence[Settled], month: int) -> Mapping[tuple[str, str | None], float]:
    """The discount of a month by kind of spend and provider; None: any provider."""
    return {
        (kind, one.agreement.contract.provider): float(one.rates[..., month].ravel()[0])
        for one in contracts
        for kind in one.agreement.contract.covers
    }


def _rate(rates: Mapping[tuple[str, str | None], float], charge: Charge) -> float:
    """The discount of a charge."""
    kind = OTHER_KINDS.get(charge.item)
    if charge.covered is not None:
        kind = "commitments"
    elif charge.option is not None:
        kind = "spot" if charge.option == "spot" else "on_demand"
    if kind is None:
        return 0.0
    return rates.get((kind, None), 0.0) + rates.get((kind, charge.sku.provider), 0.0)


def _cut(charge: Charge, units: int) -> Charge:
    """A charge with so much less, in ten-thousandths of a dollar below 0."""
    gross = charge.effective or charge.billed
    ratio = 1.0 + units / gross if gross else 1.0
    covered = charge.covered
    if covered is not None and covered.commitment.spend:
        covered = replace(covered, quantity=covered.quantity * ratio)
    return replace(
        charge,
        contracted_usd=charge.contracted_usd * ratio,
        billed=charge.billed + (units if charge.billed else 0),
        effective=charge.effective + (units if charge.effective else 0),
        covered=covered,
    )


def shortfalls(
    contracts: Sequence[Settled], units: Sequence[int], periods: Sequence[Period]
) -> Iterator[Charge]:
    """What minimums leave to be paid, each in the month in which it is due."""
    for month, (amount, period) in enumerate(zip(units, periods, strict=True)):
        weights = [float(one.shortfall[..., month].sum()) for one in contracts]
        if not amount:
            continue
        for one, own in zip(contracts, apportioned(amount, weights), strict=True):
            if not own:
                continue
            contract = one.agreement.contract
            sku = own_sku(SHORTFALL, AGREEMENT, "Units", contract.provider or UNSPECIFIED)
            yield period.charge(
                SHORTFALL,
                f"Shortfall of the minimum of {one.agreement.name}",
                sku,
                units=own,
                category="Adjustment",
                frequency="One-Time",
            )
