"""The rate of exchange of a day: the caller's, or the last one that a release knows by then."""

from bisect import bisect_right
from datetime import date
from typing import Protocol

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import spelt
from pricing.errors import InvalidQuery
from pricing.lists import rows_of
from pricing.quote.context import day_of
from pricing.quote.query import DOLLARS

USUAL_GAP_DAYS = 7
"""Rates are published on working days, and no further apart than this."""


class AsksCurrency(Protocol):
    """A query that may ask for another currency."""

    @property
    def currency(self) -> str:
        """The currency of the answer."""

    @property
    def usd_per_currency_unit(self) -> float | None:
        """The caller's own rate [USD per unit]."""


class ExchangeRate(Struct, frozen=True):
    """What a unit of a currency is worth [USD].

    day: when the rate was published, None for the caller's own; source: where.
    """

    currency: str
    usd_per_currency_unit: float
    day: str | None
    source: str

    @property
    def in_words(self) -> str:
        """The rate, its source and its day."""
        day = f", {self.day}" if self.day else ""
        return f"1 {self.currency} = {self.usd_per_currency_unit:.6g} USD ({self.source}{day})"

    def warning(self, as_of: str) -> str | None:
        """What to say of a rate that is older than rates are; None where it is not."""
        if self.day is None:
            return None
        age_days = (date.fromisoformat(as_of) - date.fromisoformat(self.day)).days
        if age_days <= USUAL_GAP_DAYS:
            return None
        return (
            f"the rate of {self.currency} is that of {self.day}, {age_days} days before {as_of}: it"
            " is the last one that the release knows by then"
        )


def rate_of(catalog: Catalog, query: AsksCurrency, as_of: str) -> ExchangeRate | None:
    """The rate that a query asks for on a day, None for dollars.

    Raises UnknownName for a currency without a rate, with the nearest; InvalidQuery for a rate of
    dollars, and where the release has no rate by that day.
    """
    given = query.usd_per_currency_unit
    if query.currency.upper() == DOLLARS:
        if given not in {None, 1.0}:
            raise InvalidQuery(
                "usd_per_currency_unit needs a currency other than USD: name it, or leave it out",
                field="usd_per_currency_unit",
            )
        return None
    if given is not None:
        return ExchangeRate(query.currency.upper(), given, None, "your own rate")
    known = catalog.exchange_rates
    if not known:
        raise InvalidQuery(
            f"release {catalog.name} has no exchange rates: give usd_per_currency_unit for"
            f" {query.currency}, or choose USD",
            field="currency",
            nearest=[DOLLARS],
        )
    meant = WORDS.get(query.currency.lower())
    codes = {DOLLARS, *known}
    if meant is not None:
        raise InvalidQuery(
            f"currencies are named by three letters: {query.currency!r} may be {meant}",
            field="currency",
            nearest=[meant],
        )
    currency = spelt("currency", query.currency, codes, field="currency")
    return on_day(catalog, currency, as_of)


def on_day(catalog: Catalog, currency: str, as_of: str) -> ExchangeRate:
    """The last rate of a known currency by a day.

    Raises InvalidQuery for what is no day, and before the first rate.
    """
    rates = catalog.exchange_rates[currency]
    place = bisect_right(rates, day_of(as_of, field="as_of"), key=lambda one: one[0]) - 1
    if place < 0:
        first = rates[0][0].isoformat()
        raise InvalidQuery(
            f"release {catalog.name} has no rate of {currency} by {as_of}: give"
            " usd_per_currency_unit, or a later as_of",
            field="currency",
            nearest=[first],
        )
    day, usd, source = rates[place]
    return ExchangeRate(currency, usd, day.isoformat(), source)


WORDS = {row["name"]: row["currency"] for row in rows_of("pricing.quote.currencies", "names.csv")}
"""Names of currencies that people write for their codes."""
