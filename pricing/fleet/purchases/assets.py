"""Owned devices: purchase, depreciation, retirement and replacement."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.fleet.arrays import Array, Columns
from pricing.fleet.replicas import Fleet
from pricing.formulas import capital
from pricing.purchasing.owned import purchase_end_ratios, purchase_price
from pricing.purchasing.query import FleetOwnership, Purchase
from pricing.quote.context import QuoteContext
from pricing.units import HOURS_PER_YEAR, MONTHS_PER_YEAR

HOURS_PER_MEAN_MONTH = HOURS_PER_YEAR / MONTHS_PER_YEAR

PRICED = ("depreciation_usd", "write_off_usd", "operations_usd")
"""Costs of owning that are in proportion to the purchase price."""


class Asset(Struct, frozen=True):
    """The devices of one replica as an asset.

    purchase_usd: at the prices of the first month; life_months: depreciation life;
    hosting_usd: per month. operations_usd is per month, at the prices of the first month.
    low_ratio, high_ratio: ends of the range of the purchase price over it.
    """

    purchase_usd: float
    residual_fraction: float
    life_months: int
    hosting_usd: float
    operations_fraction: float
    low_ratio: float = 1.0
    high_ratio: float = 1.0

    @property
    def operations_usd(self) -> float:
        """Staff, spares and support [USD per month]."""
        return HOURS_PER_MEAN_MONTH * float(
            capital.operations_usd_per_hour(
                purchase_usd=self.purchase_usd, fraction_per_year=self.operations_fraction
            )
        )

    @property
    def depreciation_usd(self) -> float:
        """Loss of value [USD per month]."""
        return float(
            capital.depreciation_usd_per_month(
                purchase_usd=self.purchase_usd,
                residual_fraction=self.residual_fraction,
                life_years=self.life_months / MONTHS_PER_YEAR,
            )
        )


class Acquisition(Struct, frozen=True):
    """Replicas that are bought together in month `first` and retired when `last` begins.

    last: None where they are in use when the horizon ends; usd: price paid; book_usd: book value
    at retirement or at the end of the horizon.
    """

    first: int
    last: int | None
    replicas: int
    usd: float
    book_usd: float


class OwnershipCosts(Struct, frozen=True, eq=False):
    """Replicas that are owned in each month, and their monthly costs [USD].

    columns: the costs PRICED, hosting_usd, ownership_returned_usd, the value of retired devices and
    of all devices at the end of the horizon, which comes back at the end of their last month, and
    ownership_paid_usd: purchases, hosting and operations less what comes back. Its sum is that of
    all costs. by_acquisition: the costs PRICED, by acquisition and month.
    """

    replicas: tuple[int, ...]
    columns: Columns
    by_acquisition: Array
    acquisitions: tuple[Acquisition, ...]


def asset_of(
    context: QuoteContext,
    fleet: Fleet,
    purchase: Purchase,
    ownership: FleetOwnership | None,
    *,
    field: str = "purchase",
) -> Asset:
    """The devices of one replica as an asset.

    Raises NoPrice for a device without a purchase price, InvalidQuery for an hourly price.
    """
    if purchase.usd_per_device_hour is not None:
        raise InvalidQuery(
            "owned devices are paid for when they are bought: give ownership.purchase_usd instead"
            " of an hourly price",
            field=f"{field}.usd_per_device_hour",
            nearest=["purchase.ownership.purchase_usd"],
        )
    device, device_count = fleet.device, fleet.device_count
    ownership = ownership or FleetOwnership()
    usd, _ = purchase_price(context, device, purchase, ownership, field=field)
    low_ratio, high_ratio = purchase_end_ratios(device, ownership)
    hosting = HOURS_PER_MEAN_MONTH * capital.hosting_usd_per_hour(
        watts=context.assume_nameplate_watts(device),
        usd_per_kilowatt_month=context.given_or(
            ownership.hosting_usd_per_kilowatt_month, "capital.hosting_usd_per_kilowatt_month"
        ),
    )
    return Asset(
        purchase_usd=usd * (1.0 - purchase.discount_fraction) * device_count,
        residual_fraction=context.given_or(
            ownership.residual_fraction, "capital.residual_fraction"
        ),
        life_months=max(
            1,
            round(MONTHS_PER_YEAR * context.given_or(ownership.life_years, "capital.life_years")),
        ),
        hosting_usd=hosting * device_count,
        operations_fraction=context.given_or(
            ownership.operations_fraction, "capital.operations_fraction"
        ),
        low_ratio=low_ratio,
        high_ratio=high_ratio,
    )


def ownership_costs(
    asset: Asset,
    required: Sequence[int],
    ratios: Array,
    *,
    offset: int,
    ends_horizon: bool,
    fractions: Array,
) -> OwnershipCosts:
    """Monthly costs of buying what each month requires and keeping it for its whole life.

    required: replicas needed in each month; ratios: price of every month of the horizon over that
    of `asset`; offset: month of the horizon in which `required` begins; fractions: share of each
    month that is in the horizon; ends_horizon: whether the horizon ends with the last month.
    Remaining devices then count at book value. Otherwise another generation takes over: they count
    at residual value, and the rest of the book value is written off.
    """
    months = len(required)
    bought: list[tuple[int, int]] = []
    # A life that begins within a month ends within one, and serves to the end of it.
    life_months = asset.life_months + int(fractions[0] < 1.0)
    retired = [0] * (months + life_months)
    replicas: list[int] = []
    alive = 0
    for month, needed in enumerate(required):
        alive -= retired[month]
        if needed > alive:
            bought.append((month, needed - alive))
            retired[month + (life_months if month == 0 else asset.life_months)] = needed - alive
            alive = needed
        replicas.append(alive)
    bought_usd, returned = np.zeros((2, months))
    by_acquisition = np.zeros((len(PRICED), len(bought), months))
    acquisitions = []
    for at, (first, count) in enumerate(bought):
        depreciation, write_off, operations = by_acquisition[:, at]
        ratio = float(ratios[offset + first]) * count
        life = life_months if first == 0 else asset.life_months
        last = min(first + life, months)
        usd, monthly = asset.purchase_usd * ratio, asset.depreciation_usd * ratio
        aged = fractions[first:last].copy()
        early = last - first < life
        if not early and life > asset.life_months:
            aged[-1] -= aged[0]
        book_usd = usd - monthly * float(aged.sum())
        depreciation[first:last] = monthly * aged
        operations[first:last] = asset.operations_usd * ratio * fractions[first:last]
        if early and not ends_horizon:
            residual_usd = usd * asset.residual_fraction
            write_off[last - 1] = book_usd - residual_usd
            book_usd = residual_usd
        bought_usd[first] += usd
        returned[last - 1] += book_usd
        is_retired = last < months or not early or not ends_horizon
        acquisitions.append(
            Acquisition(offset + first, offset + last if is_retired else None, count, usd, book_usd)
        )
    priced = dict(zip(PRICED, by_acquisition.sum(axis=1), strict=True))
    hosting = asset.hosting_usd * np.array(replicas, float) * fractions
    columns = {
        **priced,
        "hosting_usd": hosting,
        "ownership_paid_usd": bought_usd - returned + hosting + priced["operations_usd"],
        "ownership_returned_usd": returned,
    }
    return OwnershipCosts(tuple(replicas), columns, by_acquisition, tuple(acquisitions))
