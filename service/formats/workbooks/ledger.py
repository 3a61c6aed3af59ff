"""The months of a service in cents of the currency that the question asks for."""

from collections.abc import Sequence
from datetime import date

import numpy as np
from msgspec import Struct

from pricing.tco.answer import TcoAnswer
from service.formats.currency import monthly_money_of
from service.formats.workbooks.appendices import day_of
from service.formats.workbooks.book import Column
from service.formats.workbooks.cents import CENTS, Cents, running_cents, table_cents


class Ledger(Struct, frozen=True, eq=False):
    """Amounts by month, in cents.

    rates: of the currency [USD for one unit]; days: first days; cells: a row for each month and a
    column for each item; bought: devices, at their price.
    """

    currency: str
    rates: tuple[float, ...]
    days: tuple[date, ...]
    items: tuple[str, ...]
    cells: Cents
    paid: Cents
    discounted: Cents
    bought: Cents

    @property
    def totals(self) -> Cents:
        """The cost of every month."""
        return np.asarray(self.cells.sum(axis=1))

    @property
    def is_dollars(self) -> bool:
        """Whether no rate of exchange is used."""
        return self.currency == "USD"

    def converted(self, dollars: Sequence[float]) -> list[float]:
        """A dollar amount of every month in the currency."""
        return [usd / rate for usd, rate in zip(dollars, self.rates, strict=True)]

    def months_of(self, first: date, last: date) -> slice:
        """The months that begin on these days or between them."""
        inside = [at for at, begun in enumerate(self.days) if first <= begun <= last]
        return slice(inside[0], inside[-1] + 1)


def ledger_of(answer: TcoAnswer) -> Ledger:
    """The months of an answer, each at its rate of exchange."""
    months = answer.months
    currency, rates = monthly_money_of(answer)
    days = [day_of(month.month) for month in months]
    items = tuple(answer.totals.line_items_usd)
    by_rate = np.array(rates)
    bought = np.zeros(len(months))
    for holding in answer.purchase.holdings:
        bought[days.index(day_of(holding.from_month))] += holding.usd
    return Ledger(
        currency=currency,
        rates=tuple(rates),
        days=tuple(days),
        items=items,
        cells=table_cents(
            np.array([[one.line_items_usd[name] for name in items] for one in months])
            / by_rate[:, None]
        ),
        paid=running_cents(np.array([one.usd_paid for one in months]) / by_rate),
        discounted=running_cents(np.array([one.usd_discounted for one in months]) / by_rate),
        bought=running_cents(bought / by_rate),
    )


def units(cents: Cents | Sequence[int]) -> list[float]:
    """Cents as amounts."""
    return [int(one) / CENTS for one in cents]


def added(title: str, cents: Cents | Sequence[int], formula: str = "", *, name: str = "") -> Column:
    """Money with its sum."""
    total = sum(map(int, cents)) / CENTS
    return Column(title, "money", units(cents), formula=formula, total=total, name=name)
