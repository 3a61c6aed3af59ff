"""Owned devices: purchase, depreciation, retirement and replacement."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.fleet.arrays import Columns
from pricing.fleet.replicas import Fleet
from pricing.formulas import capital
from pricing.numerics.number import Array
from pricing.purchasing.owning.cost import CAPITAL_ITEMS, OwnedCost
from pricing.purchasing.owning.terms import OwnedTerms, owned_terms
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext
from pricing.units import HOURS_PER_MONTH

OF_CAPITAL = (*CAPITAL_ITEMS, "write_off")
RUNNING = ("operations", "support", "spares", "staff")
PRICED = (*OF_CAPITAL, *RUNNING)
"""Costs of owning that are in proportion to the purchase price, but for `staff` as people."""

BY_COUNT = ("hosting", "software", "people")
"""Costs of owning that are the same at every purchase price."""


def column_of(name: str) -> str:
    """The column of a cost of owning."""
    return f"owned_{name}_usd"


OWNED_COLUMNS = (
    *(column_of(name) for name in (*PRICED, *BY_COUNT)),
    "ownership_paid_usd",
    "ownership_returned_usd",
)
"""The columns of owned replicas by month [USD]."""


class Asset(Struct, frozen=True):
    """The devices of one replica as an asset.

    terms: of one device, before the discount; cost: of an hour of it, after that; kept_fraction:
    of the price, after the discount.
    """

    terms: OwnedTerms
    cost: OwnedCost
    kept_fraction: float
    device_count: int

    @property
    def low_ratio(self) -> float:
        """Low end of the range of the purchase price over it."""
        return self.terms.low_ratio

    @property
    def high_ratio(self) -> float:
        """High end of the range of the purchase price over it."""
        return self.terms.high_ratio

    @property
    def lease_usd(self) -> float:
        """All payments of the lease of the devices, without a buyout."""
        lease = self.terms.lease
        usd = lease.usd_per_device_month * lease.term_months if lease else 0.0
        return usd * self.kept_fraction * self.device_count

    @property
    def price_usd(self) -> float:
        """Price of the devices, or of their buyout, at the prices of the first month."""
        return self.terms.price_usd * self.kept_fraction * self.device_count

    def monthly_usd(self, name: str) -> float:
        """A cost of the devices, in the mean of their life [USD per month]."""
        per_hour = self.cost.people_usd if name == "people" else getattr(self.cost, name)
        if name == "staff":
            per_hour = self.cost.staff - self.cost.people_usd
        return float(per_hour * HOURS_PER_MONTH * self.device_count)

    def capital_until(self, ages: Array) -> Array:
        """Depreciation, cost of capital and lease up to some ages [USD].

        ages: months since the devices came. Three rows.
        """
        terms = self.terms
        lease_usd = np.zeros_like(ages)
        if terms.lease is not None:
            leased = np.minimum(ages, terms.lease_months)
            lease_usd = self.lease_usd * leased / terms.lease_months
        owned = np.maximum(ages - terms.lease_months, 0.0)
        if not terms.own_months:
            return np.array([owned, owned, lease_usd])
        life_ratio = terms.life_months / terms.own_months
        monthly = np.array(
            [[self.monthly_usd(name) * life_ratio] for name in ("depreciation", "cost_of_capital")]
        )
        if terms.is_declining:
            lost_fraction = capital.declined_fraction(
                residual_fraction=terms.residual_fraction, age_fraction=owned / terms.own_months
            )
            owned = terms.own_months * lost_fraction / (1.0 - terms.residual_fraction)
        return np.concatenate([monthly * owned, [lease_usd]])


class Acquisition(Struct, frozen=True):
    """Replicas that are bought together in month `first` and retired when `last` begins.

    last: None where they are in use when the horizon ends; usd: price paid in month `bought`, 0 of
    a lease; book_usd: book value at retirement or at the end of the horizon; lease_left_usd: of the
    lease after that, which the last month is charged with.
    """

    first: int
    bought: int
    last: int | None
    replicas: int
    usd: float
    book_usd: float
    lease_left_usd: float = 0.0


class OwnershipCosts(Struct, frozen=True, eq=False):
    """Replicas that are owned in each month, and their monthly costs [USD].

    columns: OWNED_COLUMNS. ownership_returned_usd is the value of retired devices and of all
    devices at the end of the horizon, which comes back at the end of their last month;
    ownership_paid_usd: purchases less what comes back. by_acquisition: the costs PRICED, by
    acquisition and month.
    """

    replicas: tuple[int, ...]
    columns: Columns
    by_acquisition: Array
    acquisitions: tuple[Acquisition, ...]

    @property
    def lease_left_usd(self) -> float:
        """What is left of leases, which last months are charged with."""
        return sum(one.lease_left_usd for one in self.acquisitions)


def asset_of(
    context: QuoteContext, fleet: Fleet, purchase: Purchase, *, field: str = "purchase"
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
    terms = owned_terms(context, fleet.device, purchase, field=field)
    kept_fraction = 1.0 - purchase.discount_fraction
    return Asset(terms, terms.cost.discounted(kept_fraction), kept_fraction, fleet.device_count)


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
    at residual value, and the rest of the book value is written off. A lease is paid to its end in
    both cases: what is left of it is charged with the last month.
    """
    months = len(required)
    lots, replicas = _lots(asset, required, partial=bool(fractions[0] < 1.0))
    bought_usd, returned = np.zeros((2, months))
    by_acquisition = np.zeros((len(PRICED), len(lots), months))
    running = [asset.monthly_usd(name) for name in RUNNING]
    acquisitions = []
    for at, (first, count, life) in enumerate(lots):
        ratio = float(ratios[offset + first]) * count
        last = min(first + life, months)
        marks = np.concatenate([[0.0], np.cumsum(fractions[first:last])])
        is_early = last - first < life
        if not is_early:
            marks[-1] = asset.terms.life_months
        until = asset.capital_until(marks) * ratio
        of_lot = by_acquisition[:, at]
        of_lot[: len(until), first:last] = np.diff(until, axis=1)
        of_lot[len(OF_CAPITAL) :, first:last] = np.outer(running, fractions[first:last]) * ratio
        usd, book_usd = 0.0, 0.0
        joins = int(np.searchsorted(marks, asset.terms.lease_months))
        if asset.terms.own_months and first + joins < last:
            usd = asset.price_usd * ratio
            bought_usd[first + joins] += usd
            book_usd = usd - float(until[0, -1])
        lease_left_usd = asset.lease_usd * ratio - float(until[2, -1])
        of_lot[CAPITAL_ITEMS.index("lease"), last - 1] += lease_left_usd
        if is_early and not ends_horizon:
            residual_usd = usd * asset.terms.residual_fraction
            of_lot[OF_CAPITAL.index("write_off"), last - 1] = book_usd - residual_usd
            book_usd = residual_usd
        returned[last - 1] += book_usd
        is_retired = last < months or not is_early or not ends_horizon
        acquisitions.append(
            Acquisition(
                offset + first,
                offset + first + joins,
                offset + last if is_retired else None,
                count,
                usd,
                book_usd,
                lease_left_usd,
            )
        )
    held = np.array(replicas, float) * fractions
    columns = {
        **dict(zip(map(column_of, PRICED), by_acquisition.sum(axis=1), strict=True)),
        **{column_of(name): asset.monthly_usd(name) * held for name in BY_COUNT},
        "ownership_paid_usd": bought_usd - returned,
        "ownership_returned_usd": returned,
    }
    return OwnershipCosts(replicas, columns, by_acquisition, tuple(acquisitions))


def _lots(
    asset: Asset, required: Sequence[int], *, partial: bool
) -> tuple[list[tuple[int, int, int]], tuple[int, ...]]:
    """What is bought: month, replicas and months of its life; and the replicas of each month.

    partial: whether the first month is one in part. A life that begins within a month ends within
    one, and serves to the end of it.
    """
    life_months = asset.terms.life_months
    retired = [0] * (len(required) + life_months + 1)
    lots, replicas, alive = [], [], 0
    for month, needed in enumerate(required):
        alive -= retired[month]
        if needed > alive:
            life = life_months + int(partial and month == 0)
            lots.append((month, needed - alive, life))
            retired[month + life] = needed - alive
            alive = needed
        replicas.append(alive)
    return lots, tuple(replicas)
