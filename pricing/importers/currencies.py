"""Amounts of files in other currencies, in dollars at the last rate by the day of the file."""

from datetime import date

from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.importers.readings import USD, Offer, Reading

DRIFT = 0.02
"""How far the dollars of an amount that stays may move with the rate before a row follows them."""


class Exchange:
    """The rates of a release on a day."""

    def __init__(self, catalog: Catalog, day: date) -> None:
        self._rates, self._day = catalog.exchange_rates, day

    def rate(self, currency: str) -> tuple[date, float, str] | None:
        """The last rate of a currency by the day [USD], with its day and source; None: none."""
        known = [one for one in self._rates.get(currency, ()) if one[0] <= self._day]
        return known[-1] if known else None

    def in_dollars(self, offer: Offer) -> Offer | str:
        """An offer in dollars, whose notes say what it was; or why it cannot be."""
        if offer.currency == USD:
            return offer
        rate = self.rate(offer.currency)
        if rate is None:
            return without_rate(offer.currency, self._day)
        day, usd, source = rate
        told = f"{offer.usd_per_hour:.10g} {offer.currency} an hour"
        notes = f"{told} at 1 {offer.currency} = {usd:g} USD ({source}, {day})"
        return replace(
            offer,
            usd_per_hour=round(offer.usd_per_hour * usd, 6),
            told=told,
            notes="; ".join(filter(None, (offer.notes, notes))),
        )


def convert(reading: Reading, catalog: Catalog, day: date) -> None:
    """Put the offers of a reading in dollars at the rates of a day; leave out those without one."""
    exchange, offers = Exchange(catalog, day), reading.offers
    reading.offers = []
    for offer in offers:
        found = exchange.in_dollars(offer)
        if isinstance(found, str):
            reading.leave_out(offer.line, found)
        else:
            reading.offers.append(found)


def usd_per_unit(catalog: Catalog, currency: str, day: date) -> float | None:
    """What a unit of a currency is worth on a day [USD]; None where the release does not say it."""
    rate = None if currency == USD else Exchange(catalog, day).rate(currency)
    return 1.0 if currency == USD else None if rate is None else rate[1]


def without_rate(currency: str, day: date) -> str:
    """Why a price in a currency is left out."""
    return (
        f"its currency is {currency}, of which the release has no rate by {day}: give one in"
        " exchange_rates.csv of the overlay"
    )
