"""Assets: devices that are bought, depreciated, retired and replaced."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.formulas import capital
from pricing.numerics.columns import Array
from pricing.purchasing.owned import purchase_price
from pricing.purchasing.query import FleetOwnership, Purchase
from pricing.quote.context import Ledger
from pricing.units import HOURS_PER_YEAR, MONTHS_PER_YEAR

HOURS_PER_MEAN_MONTH = HOURS_PER_YEAR / MONTHS_PER_YEAR

PRICED = ("depreciation", "write_off", "operations")
"""What owning costs in proportion to the price that was paid."""


class Asset(Struct, frozen=True):
    """A replica's devices as they are bought: all figures are of one replica.

    purchase_usd: at the prices of the first month; life_months: depreciation life;
    hosting_usd, operations_usd: a month, the latter at those prices too.
    """

    purchase_usd: float
    residual_fraction: float
    life_months: int
    hosting_usd: float
    operations_fraction: float

    @property
    def operations_usd(self) -> float:
        """Staff, spares and support of a month."""
        return HOURS_PER_MEAN_MONTH * float(
            capital.operations_usd_per_hour(
                purchase_usd=self.purchase_usd, fraction_per_year=self.operations_fraction
            )
        )

    @property
    def depreciation_usd(self) -> float:
        """Loss of value of a month."""
        return float(
            capital.depreciation_usd_per_month(
                purchase_usd=self.purchase_usd,
                residual_fraction=self.residual_fraction,
                life_years=self.life_months / MONTHS_PER_YEAR,
            )
        )


class Lot(Struct, frozen=True):
    """Replicas bought together: in month `first`, retired at the beginning of `last`.

    last: None where they are in use when the horizon ends; usd: paid; book_usd: their worth
    when they are retired, or when the horizon ends.
    """

    first: int
    last: int | None
    replicas: int
    usd: float
    book_usd: float


class Books(Struct, frozen=True, eq=False):
    """What owning costs month by month, for the replicas held then [USD].

    by_lot: what moves with the price of each lot, PRICED by lot by month; paid: purchases, less
    what comes back, so that it sums to depreciation and write_off with hosting and operations;
    returned: what devices are worth when they are retired, or at the horizon's end, in the last
    month that they are held, at whose end it comes back.
    """

    held: tuple[int, ...]
    depreciation: Array
    write_off: Array
    hosting: Array
    operations: Array
    by_lot: Array
    paid: Array
    returned: Array
    lots: tuple[Lot, ...]


def asset_of(
    ledger: Ledger,
    device: Device,
    purchase: Purchase,
    ownership: FleetOwnership,
    *,
    device_count: int,
    field: str,
) -> Asset:
    """A replica as an asset.

    Raises NoPrice for a device that is not sold, InvalidQuery for a price by the hour.
    """
    if purchase.usd_per_device_hour is not None:
        raise InvalidQuery(
            "owned devices are paid when they are bought: give ownership.purchase_usd, not a"
            " price by the hour",
            field=f"{field}.usd_per_device_hour",
            nearest=["purchase.ownership.purchase_usd"],
        )
    host_watts = ledger.assume_host_watts(device)
    usd, _ = purchase_price(ledger, device, purchase, ownership, field=field)

    hosting = HOURS_PER_MEAN_MONTH * capital.hosting_usd_per_hour(
        watts=device.tdp_watts + host_watts,
        usd_per_kilowatt_month=ledger.given_or(
            ownership.hosting_usd_per_kilowatt_month, "capital.hosting_usd_per_kilowatt_month"
        ),
    )
    return Asset(
        purchase_usd=usd * (1.0 - purchase.discount_fraction) * device_count,
        residual_fraction=ledger.given_or(ownership.residual_fraction, "capital.residual_fraction"),
        life_months=max(
            1,
            round(MONTHS_PER_YEAR * ledger.given_or(ownership.life_years, "capital.life_years")),
        ),
        hosting_usd=hosting * device_count,
        operations_fraction=ledger.given_or(
            ownership.operations_fraction, "capital.operations_fraction"
        ),
    )


def keep_books(
    asset: Asset,
    required: Sequence[int],
    ratios: Array,
    *,
    offset: int,
    to_the_end: bool,
) -> Books:
    """Buy what is required month by month, and keep it until its life ends.

    required: replicas needed in each month; ratios: of every month of the horizon, its price
    over that of `asset`; offset: month of the horizon in which `required` begins; to_the_end:
    whether the horizon ends with it, and what is left counts at book value. Else another
    generation takes over: what is left is worth its residual value, and the rest of the book
    value is written off.
    """
    months = len(required)
    bought: list[tuple[int, int]] = []
    retired = [0] * (months + asset.life_months)
    held: list[int] = []
    alive = 0
    for month, needed in enumerate(required):
        alive -= retired[month]
        if needed > alive:
            bought.append((month, needed - alive))
            retired[month + asset.life_months] = needed - alive
            alive = needed
        held.append(alive)
    bought_usd, returned = np.zeros((2, months))
    by_lot = np.zeros((len(PRICED), len(bought), months))
    lots = []
    for at, (first, count) in enumerate(bought):
        depreciation, write_off, operations = by_lot[:, at]
        ratio = float(ratios[offset + first]) * count
        last = min(first + asset.life_months, months)
        usd, monthly = asset.purchase_usd * ratio, asset.depreciation_usd * ratio
        book_usd = usd - monthly * (last - first)
        depreciation[first:last] = monthly
        operations[first:last] = asset.operations_usd * ratio
        early = last - first < asset.life_months
        if early and not to_the_end:
            residual_usd = usd * asset.residual_fraction
            write_off[last - 1] = book_usd - residual_usd
            book_usd = residual_usd
        bought_usd[first] += usd
        returned[last - 1] += book_usd
        gone = last < months or not early or not to_the_end
        lots.append(Lot(offset + first, offset + last if gone else None, count, usd, book_usd))
    depreciation, write_off, operations = by_lot.sum(axis=1)
    hosting = asset.hosting_usd * np.array(held, float)
    return Books(
        held=tuple(held),
        depreciation=depreciation,
        write_off=write_off,
        hosting=hosting,
        operations=operations,
        by_lot=by_lot,
        paid=bought_usd - returned + hosting + operations,
        returned=returned,
        lots=tuple(lots),
    )
