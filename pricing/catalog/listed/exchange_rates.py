"""Rates of exchange by currency, each made ready when it is first asked for."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import TypeAlias

import polars as pl

Rate: TypeAlias = tuple[date, float, str]
"""The first day of a rate, what a unit is worth [USD], and the source."""


class ExchangeRates(Mapping[str, list[Rate]]):
    """The rates of each currency, the earliest first.

    There are thousands of each, and most releases are asked about none. From the first rate of the
    caller's own on, the caller's own hold.
    """

    def __init__(self, frame: pl.DataFrame, own: Collection[str]) -> None:
        """frame: in the order of currencies and days; own: keys of the caller's own rows."""
        self._frame = frame
        self._own = frozenset(own)
        self._currencies = tuple(frame["currency"].unique(maintain_order=True))
        self._made: dict[str, list[Rate]] = {}

    def __getitem__(self, currency: str) -> list[Rate]:
        """The rates of a currency. Raises KeyError where there are none."""
        if currency not in self._made:
            if currency not in self._currencies:
                raise KeyError(currency)
            self._made[currency] = self._rates(currency)
        return self._made[currency]

    def __iter__(self) -> Iterator[str]:
        """The currencies that have rates."""
        return iter(self._currencies)

    def __len__(self) -> int:
        """How many currencies have rates."""
        return len(self._currencies)

    def _rates(self, currency: str) -> list[Rate]:
        rows = self._frame.filter(pl.col("currency") == currency)
        rates: list[Rate] = rows.select("rate_day", "usd_per_currency_unit", "source").rows()
        own = [rate for rate in rates if f"{currency}/{rate[0]}" in self._own]
        if not own:
            return rates
        return [rate for rate in rates if rate[0] < own[0][0]] + own
