"""Prices over the months: the day's own while the table knows it, a trend from then on."""

from datetime import date
from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pricing.catalog.rows import Device
from pricing.fleet.calendar import Span
from pricing.formulas import capital
from pricing.numerics.columns import Array
from pricing.purchasing.buy import buy
from pricing.purchasing.price import Bought
from pricing.purchasing.price_table import warn_of_doubt
from pricing.purchasing.query import Purchase
from pricing.quote.context import Ledger


class Market(Struct, frozen=True, eq=False):
    """When prices are asked for, and how they move once the table ends.

    spans: the months of the horizon; ratios: of every month, a price over that of the last
    known day; known_months: those that begin by then; first: the month from which on something
    is bought.
    """

    spans: tuple[Span, ...]
    change_per_year: float
    ratios: Array
    known_months: int
    first: int = 0

    @property
    def unknown_months(self) -> NDArray[np.intp]:
        """Of every month, how many lie between it and the last known one, or the start."""
        return _unknown_months(len(self.spans), self.known_months)


class Course(Struct, frozen=True, eq=False):
    """The price of a device-hour on the first day of every month of the horizon [USD].

    bought: what it comes from in the first month in which it is bought, whose price the months
    before it have too; months before `known_months` have their own day's price, later ones follow
    the trend.
    """

    bought: Bought
    usd_per_device_hour: Array

    @property
    def option(self) -> str:
        """How it is bought."""
        return self.bought.price.option


def market_of(ledger: Ledger, spans: tuple[Span, ...], change_per_year: float) -> Market:
    """The market of a horizon. Prices are known up to `as_of`."""
    known = sum(span.first_day <= ledger.day for span in spans)
    return Market(spans, change_per_year, _ratios(change_per_year, len(spans), known), known)


def _unknown_months(count: int, known: int) -> NDArray[np.intp]:
    return np.maximum(np.arange(count) - max(known - 1, 0), 0)


@lru_cache(maxsize=1024)
def _ratios(change_per_year: float, count: int, known: int) -> Array:
    """One while prices are known; then the trend, from the last known month or the start on."""
    return change_ratios(change_per_year, _unknown_months(count, known))


def change_ratios(change_per_year: float, months: NDArray[np.intp]) -> Array:
    """How far a yearly change has come after each of these months."""
    return np.asarray(
        capital.change_ratio(change_per_year=change_per_year, months=months.astype(float))
    )


def course_of(
    ledger: Ledger,
    market: Market,
    device: Device,
    purchase: Purchase,
    *,
    field: str = "purchase",
) -> Course:
    """What a purchase costs in every month. Raises a Refusal for a day without a price.

    Only rows of the table have days of their own: a price of the caller's, and an owned one,
    is that of the first month.
    """
    bought = buy(_on(ledger, market.spans[market.first].first_day), device, purchase, field=field)
    usd = bought.price.usd_per_device_hour
    if bought.price.basis == "given" or market.first >= max(market.known_months, 1):
        return Course(bought, usd * market.ratios)
    purchase = replace(purchase, option=bought.price.option)
    known = [usd] * (market.first + 1)
    basis: str = bought.price.basis
    scratch_ledgers = (
        Ledger(ledger.catalog, date.fromordinal(span.first_day).isoformat())
        for span in market.spans[market.first + 1 : market.known_months]
    )
    for scratch in scratch_ledgers:
        price = buy(scratch, device, purchase, field=field).price
        known.append(price.usd_per_device_hour)
        if price.basis != basis:
            basis = price.basis
            ledger.adopt(scratch.collected)
        if price.row is not None:
            warn_of_doubt(ledger, price.row, price.row.doubt)
    unknown = known[-1] * market.ratios[len(known) :]
    return Course(bought, np.concatenate([np.array(known), unknown]))


def _on(ledger: Ledger, day: int) -> Ledger:
    """A ledger of an earlier day that writes to the same answer."""
    return ledger if day >= ledger.day else ledger.on(date.fromordinal(day).isoformat())
