"""Rows of prices as an import compares and writes them."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from msgspec import Struct

from pricing.catalog.overlays.contract_prices import Series
from pricing.importers.currencies import DRIFT
from pricing.importers.devices import Known
from pricing.importers.readings import Offer, Reading
from pricing.importers.report import Row

SAME = 1e-4
"""How far prices may be apart that are the same: sums of rounded parts."""


class Price(Struct, frozen=True):
    """What a file charges in a series, over its zones."""

    offer: Offer
    known: Known
    usd_per_hour: float
    notes: str | None
    since: date | None


def since_of(rows: Iterable[Row], price: Price, observed: date) -> date:
    """The day from which a price holds: the file's, where no row holds or begins after it."""
    if price.since is None or price.since >= observed:
        return observed
    for row in rows:
        end = row["effective_to"] or date.max
        if price.since < row["effective_from"] <= observed or price.since < end <= observed:
            return observed
    return price.since


def overlap(one: Row, other: Row) -> bool:
    """Whether two rows share a day."""
    starts = max(one["effective_from"], other["effective_from"])
    return bool(
        starts < (one["effective_to"] or date.max) and starts < (other["effective_to"] or date.max)
    )


def hourly(row: Row) -> float:
    """What a device of a row costs an hour [USD]."""
    return float(row["usd_per_hour"] / row["device_count"])


def series_of(row: Mapping[str, Any]) -> Series:
    """What a row is a price of."""
    return Series(*(row[name] for name in Series._fields))


def key_of(row: Mapping[str, Any]) -> str:
    """The key of a row."""
    return "/".join(map(str, (*series_of(row), row["effective_from"])))


def holds(row: Mapping[str, Any], day: date) -> bool:
    """Whether a row is in force on a day."""
    end = row["effective_to"]
    return bool(row["effective_from"] <= day and (end is None or day < end))


def is_same(row: Mapping[str, Any], price: Price) -> bool:
    """Whether a row says what a file says: price, device and count.

    An amount in another currency that stays moves with the rate, which is followed from a step on.
    """
    amount = price.offer.told
    stays = amount is not None and amount in (row["notes"] or "")
    return is_alike(row, price.usd_per_hour, price.known, DRIFT if stays else SAME)


def is_alike(row: Mapping[str, Any], usd_per_hour: float, known: Known, off: float) -> bool:
    """Whether a row has this price, up to a share of it, and these devices."""
    pairs = ((usd_per_hour, row["usd_per_hour"]), (known.count, row["device_count"]))
    alike = all(abs(one - other) <= off * abs(other) for one, other in pairs)
    return alike and bool(row["device"] == known.device)


def row_of(
    key: Series, price: Price, reading: Reading, observed: date, since: date, end: date | None
) -> Row:
    """The row of a price that holds from a day on; observed: the day of the file."""
    return columns_of(
        key,
        price.offer,
        price.known,
        effective_from=since,
        effective_to=end,
        usd_per_hour=price.usd_per_hour,
        date_quality="announced" if price.since == since else "first observed",
        source=f"{reading.source}, {observed}",
        confidence=reading.confidence,
        notes=price.notes,
    )


def columns_of(key: Series, offer: Offer, known: Known, **told: object) -> Row:
    """A row of what is offered; told: its other columns."""
    return {
        **key._asdict(),
        "device": known.device,
        "device_count": known.count,
        "accelerator": offer.accelerator,
        "vcpu_count": offer.vcpu_count,
        "memory_gibibytes": offer.host_gibibytes,
        **told,
        "contract": None,
    }
