"""Amounts of rows in the currency of a sweep, beside the dollars."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any

import polars as pl

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, Refusal
from pricing.quote.context import QuoteContext
from pricing.quote.currencies.conversion import is_inverse, named_in
from pricing.quote.currencies.rates import rate_of
from pricing.quote.query import DOLLARS, InCurrency
from pricing.sweeps.certainty.columns import without

FIELDS = InCurrency.__struct_fields__
"""Fields of a query that all rows share."""

OVER_TIME = "tco"
"""The kind of question whose months have rates of their own."""

PLACED = ("catalog", "as_of")
"""Fields that decide the rate of a row."""

Rates = Callable[[str | None, str | None], float | None]
"""What a unit is worth by release and day [USD]."""


class Money(InCurrency, frozen=True, kw_only=True):
    """The currency of a sweep, the caller's rate, and the release and the day of all rows."""

    catalog: str | None
    as_of: str | None

    def columns(self, results: Collection[str]) -> dict[str, str]:
        """The columns of amounts in the currency, by those in dollars; none of percentiles."""
        if self.currency.upper() == DOLLARS:
            return {}
        names = {name: named_in(name, self.currency) for name in without(results)}
        return {name: own for name, own in names.items() if own is not None}

    def rates(self, library: Library, kind: str, inputs: Collection[str]) -> Rates | None:
        """The rates of rows, None for dollars. Raises a Refusal where no row has one.

        None as well for services over time: their months have rates of their own.
        """

        @cache
        def rate(name: str | None, day: str | None) -> float | None:
            catalog = library.get(name)
            found = rate_of(catalog, self, day or catalog.known_by.isoformat())
            return None if found is None else found.usd_per_currency_unit

        if self.currency.upper() == DOLLARS:
            rate(None, None)
            return None
        if set(PLACED).isdisjoint(inputs):
            rate(self.catalog, self.as_of)
        return None if kind == OVER_TIME else rate

    def told(self, context: QuoteContext, kind: str) -> Iterator[str]:
        """The rate of rows that name no release or day of their own, in words."""
        if self.currency.upper() != DOLLARS:
            rate = rate_of(context.catalog, self, context.as_of)
            if rate is not None:
                where = f"at {rate.in_words}"
                if kind == OVER_TIME and rate.day is not None:
                    where = f"at the rate of each month: the last one is {rate.in_words}"
                yield f"amounts in {rate.currency} are {where}"

    def beside(self, frame: pl.DataFrame, results: Collection[str], rates: Rates) -> pl.DataFrame:
        """A frame with the amounts in the currency; empty where the day of a row has no rate."""
        where = [name for name in PLACED if name in frame.columns]
        each = [self._rate(row, rates) for row in frame.select(where).iter_rows(named=True)]
        if not where:
            each = [rates(self.catalog, self.as_of)] * frame.height
        usd_per_unit = pl.Series(each, dtype=pl.Float64())
        return frame.with_columns(
            (
                pl.col(name) * usd_per_unit if is_inverse(name) else pl.col(name) / usd_per_unit
            ).alias(own)
            for name, own in self.columns(results).items()
            if name in frame.columns
        )

    def _rate(self, row: dict[str, str | None], rates: Rates) -> float | None:
        try:
            return rates(row.get("catalog") or self.catalog, row.get("as_of") or self.as_of)
        except Refusal:
            return None


def money_of(base: Mapping[str, Any], catalog: str | None, as_of: str | None) -> Money:
    """The currency of some fields that all rows share."""
    name, given = (base.get(field) for field in FIELDS)
    return Money(
        currency=name or DOLLARS, usd_per_currency_unit=given, catalog=catalog, as_of=as_of
    )


def check_shared_currency(varying: Collection[str]) -> None:
    """Raise InvalidQuery where rows would have different currencies."""
    for name in FIELDS:
        if name in varying:
            raise InvalidQuery(
                f"all rows have one currency: give {name} in base", field=f"axes.{name}"
            )
