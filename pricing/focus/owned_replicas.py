"""Charges of owned replicas: their purchase, their use, their hosting and their return."""

from collections.abc import Iterator

from pricing.fleet.bill import OWNED_ITEMS
from pricing.fleet.holdings import Holdings
from pricing.fleet.purchases.assets import Acquisition
from pricing.fleet.service import Stage
from pricing.focus.charge import Charge, Resource
from pricing.focus.period import BilledMonths, Period
from pricing.focus.skus import OWNED, own_sku
from pricing.focus.upfront_charges import COST_OF_CAPITAL, capital_shares
from pricing.units import UNITS_PER_USD

BOOKED = ("depreciation", "write_off", "cost_of_capital")
"""Items that are paid with the purchase of the devices, or to nobody."""

PAID = tuple(name for name in OWNED_ITEMS if name not in BOOKED)
"""Items that are paid in the month of their use."""


def owned_charges(
    stage: Stage, holdings: Holdings, months: BilledMonths, resource: Resource
) -> Iterator[Charge]:
    """The charges of the owned replicas of a stage.

    A purchase is billed in its month, and what devices are worth at the end comes back. Their use
    is charged as depreciation, and billed at 0.
    """
    if holdings.ownership is None:
        return
    of, units, periods = months
    device, count = stage.fleet.device.name, stage.fleet.device_count
    for month, period in enumerate(periods):
        device_months = float(of["owned"][month]) * count * period.fraction
        for item in (*BOOKED, *PAID):
            amount = units.get(item, [0] * len(periods))[month]
            if item == COST_OF_CAPITAL:
                _, amount = capital_shares(of, amount, month)
            if not amount:
                continue
            sku = own_sku(item, OWNED, "Device-Months", device=device)
            yield period.charge(
                item,
                f"{sku.meter} of owned {device}",
                sku,
                units=amount,
                quantity=device_months,
                billed=amount if item in PAID else 0,
                pricing="Other",
                resource=resource,
            )
    for acquisition in holdings.ownership.acquisitions:
        last = len(periods) if acquisition.last is None else acquisition.last - stage.first
        if acquisition.usd:
            bought = periods[acquisition.bought - stage.first]
            yield _moved(acquisition, acquisition.usd, stage, bought, resource, sign=1)
        if acquisition.book_usd:
            end = periods[last - 1]
            yield _moved(acquisition, acquisition.book_usd, stage, end, resource, sign=-1)


def _moved(
    acquisition: Acquisition,
    usd: float,
    stage: Stage,
    period: Period,
    resource: Resource,
    *,
    sign: int,
) -> Charge:
    """The purchase of devices, or their return at what they are worth."""
    device = stage.fleet.device.name
    devices = float(acquisition.replicas * stage.fleet.device_count)
    sku = own_sku("devices", OWNED, "Units", device=device)
    words = f"Purchase of {device}" if sign > 0 else f"Value of {device} at the end"
    return period.charge(
        "device_purchase" if sign > 0 else "device_value",
        words,
        sku,
        units=sign * round(usd * UNITS_PER_USD),
        quantity=sign * devices,
        list_usd=usd / devices,
        contracted_usd=usd / devices,
        effective=0,
        category="Purchase",
        frequency="One-Time",
        resource=resource,
    )
