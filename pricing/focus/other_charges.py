"""Charges of a service other than its replicas: energy, egress, storage, staff and training."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pricing.focus.charge import Charge, Offering
from pricing.focus.period import BilledMonths
from pricing.focus.skus import ELECTRICITY, SELF, STAFF, STORAGE, TRAINING, TRANSFER, own_sku
from pricing.numerics.number import Array


class Other(NamedTuple):
    """An item: what it is, the unit of its quantity, and the column with that; None for months."""

    offering: Offering
    unit: str
    column: str | None
    by_provider: bool = False


ITEMS: Mapping[str, Other] = {
    "energy": Other(ELECTRICITY, "Kilowatt-Hours", "owned_kilowatt_hours"),
    "network_egress": Other(TRANSFER, "Requests", "requests", by_provider=True),
    "storage": Other(STORAGE, "Months", None, by_provider=True),
    "staff": Other(STAFF, "Months", None),
    "training": Other(TRAINING, "Months", None),
}


def other_charges(
    billed: BilledMonths, provider: str | None, training_units: int
) -> Iterator[Charge]:
    """The charges of every other item.

    provider: who sends and stores; training_units: the bill for training, which is due in the first
    month, in ten-thousandths of a dollar.
    """
    of, units, periods = billed
    months = [period.fraction for period in periods]
    for item, other in ITEMS.items():
        quantities: Array | Sequence[float] = of[other.column] if other.column else months
        by = (provider if other.by_provider else None) or SELF
        sku = own_sku(item, other.offering, other.unit, by)
        is_prepaid = item == "training"
        for month, amount in enumerate(units.get(item, ())):
            if not amount:
                continue
            yield periods[month].charge(
                item,
                sku.meter,
                sku,
                units=amount,
                quantity=float(quantities[month]),
                billed=0 if is_prepaid else amount,
                pricing="Other" if is_prepaid else "Standard",
            )
    if training_units:
        yield periods[0].charge(
            "training_bill",
            "Training of the model",
            own_sku("training_bill", TRAINING, "Units"),
            units=training_units,
            effective=0,
            category="Purchase",
            frequency="One-Time",
        )
