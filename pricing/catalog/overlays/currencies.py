"""Prices of rate cards in other currencies, in dollars at the rate of each day."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise

from msgspec.structs import replace

from pricing.catalog.names import proposed
from pricing.catalog.overlays.periods import FOREVER, common
from pricing.catalog.overlays.rate_cards import Rate
from pricing.errors import BadRow

Rates = Mapping[str, Sequence[tuple[date, float, str]]]
"""By currency: the first day of each rate, what a unit is worth [USD], and the source."""


def in_dollars(rates: Iterable[Rate], known: Rates) -> Iterator[Rate]:
    """Rows with prices in dollars: one for each rate of exchange that holds on its days.

    Raises BadRow for a currency without a rate, or without one by the first day of a price.
    """
    for rate in rates:
        if rate.currency is None:
            yield rate
        else:
            yield from _dated(rate, rate.currency, known)


def _dated(rate: Rate, currency: str, known: Rates) -> Iterator[Rate]:
    if currency not in known:
        near = proposed(currency, known) if known else ()
        raise BadRow(
            file=rate.file,
            row=rate.line,
            reason=f"currency {currency}: the release has no exchange rate of it: give"
            f" usd_per_currency_unit (what a {currency} costs in USD by the contract), or the price"
            " in USD",
            nearest=near,
        )
    dated = known[currency]
    if rate.period[0] < dated[0][0]:
        raise BadRow(
            file=rate.file,
            row=rate.line,
            reason=f"currency {currency}: the release has rates from {dated[0][0]} on: give"
            " usd_per_currency_unit, or a later valid_from",
        )
    days = [*(day for day, _, _ in dated), FOREVER]
    what = "device-hour" if rate.is_of_device else "instance-hour"
    for (start, end), (day, usd, source) in zip(pairwise(days), dated, strict=True):
        period = common(rate.period, (start, end))
        if period is None:
            continue
        told = f"{rate.usd} {currency} per {what} at 1 {currency} = {usd:g} USD ({source}, {day})"
        yield replace(
            rate,
            usd=None if rate.usd is None else rate.usd * Decimal(repr(usd)),
            period=period,
            notes="; ".join(filter(None, (rate.notes, told))),
            currency=None,
        )
