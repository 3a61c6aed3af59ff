"""Prices over the months: from the table while it knows them, then from a trend."""

from datetime import date

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.instances import Need
from pricing.catalog.rows import Device
from pricing.errors import NoPrice
from pricing.fleet.calendar import Span, starts_of
from pricing.formulas import capital
from pricing.formulas.capacity import held_devices
from pricing.numerics.number import Array
from pricing.purchasing.buy import buy
from pricing.purchasing.price import Bought, Rate
from pricing.purchasing.price_table import warn_of_flag
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext


class Market(Struct, frozen=True, eq=False):
    """The months that prices are needed for, and the trend of prices after the last known day.

    spans: months of the horizon; ratios: price of every month over that of the last known day;
    known_months: months that begin by that day [count]; unknown_months: from the last known month,
    or the start, to every month; first: month of the first purchase; discount_rate_fraction: of
    the query, None where it gives none.
    """

    spans: tuple[Span, ...]
    ratios: Array
    known_months: int
    unknown_months: Array
    first: int = 0
    discount_rate_fraction: float | None = None


class Instances(Struct, frozen=True):
    """Instances that are paid for as a whole.

    replicas: that one instance holds, 1 for a replica of several; devices: of the instance, or of
    those of a replica.
    """

    replicas: float
    devices: float


def instances_of(rate: Rate, device_count: int) -> Instances:
    """The whole instances that replicas of so many devices are on."""
    size = rate.instance_device_count
    if size is None:
        return Instances(1.0, float(device_count))
    held = held_devices(device_count=float(device_count), instance_device_count=size)
    return Instances(float(max(size // device_count, 1.0)), float(held))


class PricePath(Struct, frozen=True, eq=False):
    """The price of a device-hour on the first day of every month of the horizon [USD].

    bought: the price in the month of the first purchase. Earlier months have that price too. Later
    months have the price of their first day while it is known. After that they follow the trend.
    upfront: none, partial or all; upfront_fraction: of the price that is paid when a term begins;
    capital_ratio: what this payment costs in capital, over the price; parts: of a mean over pools,
    the price and the devices of each.
    """

    bought: Bought
    usd_per_device_hour: Array
    upfront: str = "none"
    upfront_fraction: float = 0.0
    capital_ratio: float = 0.0
    parts: "tuple[tuple[PricePath, int], ...]" = ()

    @property
    def option(self) -> str:
        """The purchase option."""
        return self.bought.price.option

    def instances(self, device_count: int) -> Instances:
        """The whole instances that replicas of so many devices are on.

        Every pool of a replica is on its own. What it leaves unused counts by its price.
        """
        if not self.parts:
            return instances_of(self.bought.rate, device_count)
        unused = sum(
            float(path.bought.rate.unused_devices(float(count)))
            * path.bought.price.usd_per_device_hour
            for path, count in self.parts
        )
        unused /= self.bought.price.usd_per_device_hour
        return Instances(1.0, device_count + unused)


def market_of(
    context: QuoteContext,
    spans: tuple[Span, ...],
    change_per_year: float,
    discount_rate_fraction: float | None = None,
) -> Market:
    """The market of a horizon. Prices are known up to `as_of`."""
    known = sum(span.first_day <= context.day for span in spans)
    starts = starts_of(spans)[:-1]
    unknown = np.maximum(starts - starts[max(known - 1, 0)], 0.0)
    return Market(
        spans,
        change_ratios(change_per_year, unknown),
        known,
        unknown,
        discount_rate_fraction=discount_rate_fraction,
    )


def change_ratios(change_per_year: float, months: Array) -> Array:
    """The ratio that a yearly change comes to after each of these numbers of months."""
    return np.asarray(capital.change_ratio(change_per_year=change_per_year, months=months))


def price_path_of(
    context: QuoteContext,
    market: Market,
    device: Device,
    purchase: Purchase,
    *,
    need: Need,
    field: str,
) -> PricePath:
    """The price of a purchase in every month. Raises a Refusal for a day without a price.

    need: the devices of a replica, which its instances are to hold.

    Only rows of the price table change with the day. A price given by the caller, or that of an
    owned device, is the price of the first month.
    """
    first = _on(context, market.spans[market.first].first_day)
    bought = buy(first, device, purchase, field=field, need=need)
    usd = bought.price.usd_per_device_hour
    if bought.price.basis == "given" or market.first >= max(market.known_months, 1):
        return PricePath(bought, usd * market.ratios)
    purchase = replace(purchase, option=bought.price.option)
    kept = replace(purchase, provider=bought.provider) if bought.seller else purchase
    known = [usd] * (market.first + 1)
    basis: str = bought.price.basis
    scratch_contexts = (
        QuoteContext(context.catalog, date.fromordinal(span.first_day).isoformat())
        for span in market.spans[market.first + 1 : market.known_months]
    )
    for scratch in scratch_contexts:
        later = _later(scratch, device, (kept, purchase), need=need, field=field)
        known.append(later.price.usd_per_device_hour)
        if later.price.basis != basis:
            basis = later.price.basis
            context.merge(scratch.snapshot)
        if later.price.row is not None:
            warn_of_flag(context, later.price.row, later.doubt)
    unknown = known[-1] * market.ratios[len(known) :]
    return PricePath(bought, np.concatenate([np.array(known), unknown]))


def _later(
    context: QuoteContext,
    device: Device,
    purchases: tuple[Purchase, Purchase],
    *,
    need: Need,
    field: str,
) -> Bought:
    """A later price of the provider that was chosen, else of one that is chosen on that day."""
    kept, anew = purchases
    try:
        return buy(context, device, kept, field=field, need=need, suggests=kept is anew)
    except NoPrice:
        if kept is anew:
            raise
        return buy(context, device, anew, field=field, need=need)


def _on(context: QuoteContext, day: int) -> QuoteContext:
    """The context of an earlier day, which writes to the same answer."""
    return context if day >= context.day else context.on(date.fromordinal(day).isoformat())
